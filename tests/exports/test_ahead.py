from __future__ import annotations

import threading
import time

import pytest

from forge.exports.ahead import MOST_AHEAD, ahead


def test_results_come_in_order_and_only_a_few_are_made_ahead():
    taken: list[int] = []

    def items():
        for number in range(200):
            taken.append(number)
            yield number

    def slow(number: int) -> int:
        time.sleep(0.002 * (number % 3))
        return number

    for expected, number in enumerate(ahead(slow, items())):
        assert number == expected
        assert len(taken) <= number + MOST_AHEAD
    assert len(taken) == 200


def test_what_the_work_raises_comes_where_its_result_would():
    def work(number: int) -> int:
        if number == 3:
            raise OSError("full")
        return number

    results = ahead(work, range(100))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(OSError, match="full"):
        next(results)


def test_items_are_taken_in_the_callers_thread():
    seen = set()

    def items():
        for number in range(50):
            seen.add(threading.get_ident())
            yield number

    assert sum(ahead(int, items())) == sum(range(50))
    assert seen == {threading.get_ident()}
