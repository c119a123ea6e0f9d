"""What LibreOffice costs a file: wall time and CPU time of opening and storing it again, by sort and by engines.

    python -m benchmarks.office_engine [--rows 100] [--files 50] [--engines 2]

The workbook has ROWS rows by 8 columns, two of them formulas; it is also measured with a chart, which costs more than
the cells, and in a window, as frozen panes need it to be stored; the gates do without. Then the files with which tasks
begin go through it, of several skills of each sort. Engines run side by side, each in a process of its own; wall time
is amortised over them. CPU time is that of soffice and worker together, from /proc. The aim: 150 ms of wall time a file
of a task on two cores.
"""

from __future__ import annotations

import argparse
import io
import multiprocessing
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import openpyxl
from benchmarks.exports import made
from openpyxl.chart import BarChart, Reference

from forge.preparers.office.engine import Probe, office
from forge.skills.registry import select

WARM_UP = 5
TASKS = {"calc": ".xlsx", "writer": ".docx", "impress": ".pptx"}
SKILLS = 20
"""So many skills of each application lend the start of a task."""


def workbook(rows: int, *, frozen: bool = False, chart: bool = False) -> bytes:
    """A workbook of ROWS rows by 8 columns."""
    book = openpyxl.Workbook()
    del book["Sheet"]
    sheet = book.create_sheet("Orders")
    sheet.append(["Id", "Customer", "Region", "Quantity", "Price", "Discount", "Total", "Size"])
    for row in range(2, rows + 2):
        total, size = f"=D{row}*E{row}*(1-F{row})", f'=IF(G{row}>500,"large","small")'
        sheet.append([row, f"Customer {row % 17}", "NSWE"[row % 4], row % 20, row * 1.25, 0.05, total, size])
    if frozen:
        sheet.freeze_panes = "A2"
    if chart:
        bars = BarChart()
        bars.add_data(Reference(sheet, min_col=7, min_row=1, max_row=20), titles_from_data=True)
        sheet.add_chart(bars, "K3")
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def measured(
    content: bytes, suffix: str, out: str, files: int, probes: int, *, window: bool
) -> tuple[float, float]:
    """In an engine's process: seconds of wall and of CPU for a number of files, the engine being warm."""
    asked = [
        Probe(str(number), [("Orders", "D2", number)], [("total", "Orders", "G2")])
        for number in range(probes)
    ]
    for _ in range(WARM_UP):
        office().recalculate(content, suffix, out, asked, window=window)
    began, spent = time.monotonic(), cpu()
    for _ in range(files):
        office().recalculate(content, suffix, out, asked, window=window)
    return time.monotonic() - began, cpu() - spent


def stored(files: Sequence[tuple[str, bytes]]) -> tuple[float, float]:
    """In an engine's process: seconds of wall and of CPU for files of tasks, each with its suffix; it is warm."""
    for suffix, content in files[:WARM_UP]:
        office().convert(content, suffix, suffix)
    began, spent = time.monotonic(), cpu()
    for suffix, content in files:
        office().convert(content, suffix, suffix)
    return time.monotonic() - began, cpu() - spent


def of_tasks(application: str, suffix: str, count: int) -> list[tuple[str, bytes]]:
    """The files with which tasks of skills of an application begin, as many skills as are wanted."""
    found: list[tuple[str, bytes]] = []
    for item in select(f"{application}.*"):
        if item.applications == (application,):
            files = made(item.id).start_files()
            found += [(suffix, own[""]) for mount, own in sorted(files.items()) if mount.endswith(suffix)][:1]
        if len(found) == count:
            break
    return found


def started() -> tuple[float, float]:
    """In an engine's process: seconds of wall and of CPU until the first answer."""
    content = workbook(1)
    began = time.monotonic()
    office().recalculate(content, ".xlsx")
    return time.monotonic() - began, cpu()


def cpu() -> float:
    """Seconds of CPU that worker and soffice have used."""
    running = office()._process  # noqa: SLF001 - to be measured from outside
    ticks = 0
    for pid in running._pids if running is not None else []:  # noqa: SLF001 - likewise
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def say(line: str) -> None:
    """One line of the result."""
    sys.stdout.write(line + "\n")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=100)
    parser.add_argument("--files", type=int, default=50, help="files an engine")
    parser.add_argument("--engines", type=int, default=2)
    options = parser.parse_args()
    plain = workbook(options.rows)
    with ProcessPoolExecutor(options.engines, mp_context=multiprocessing.get_context("spawn")) as pool:
        starts = [run.result() for run in [pool.submit(started) for _ in range(options.engines)]]
        say(
            f"first answer: {max(wall for wall, _ in starts):.2f} s, {max(used for _, used in starts):.2f} s of CPU"
        )
        ods = pool.submit(converted, plain).result()
        cases = {
            "one cell, xlsx": (workbook(0), ".xlsx", ".xlsx", 0, False),
            "xlsx": (plain, ".xlsx", ".xlsx", 0, False),
            "xlsx, 3 probes": (plain, ".xlsx", ".xlsx", 3, False),
            "xlsx to ods": (plain, ".xlsx", ".ods", 0, False),
            "ods to xlsx": (ods, ".ods", ".xlsx", 0, False),
            "frozen panes": (workbook(options.rows, frozen=True), ".xlsx", ".xlsx", 0, False),
            "frozen, in a window": (workbook(options.rows, frozen=True), ".xlsx", ".xlsx", 0, True),
            "xlsx, chart": (workbook(options.rows, chart=True), ".xlsx", ".xlsx", 0, False),
        }
        say(f"{options.engines} engines, {options.rows} rows; load {os.getloadavg()[0]:.1f}")
        say(f"{'':20}{'wall ms a file':>16}{'CPU ms a file':>16}")
        for name, (content, suffix, out, probes, window) in cases.items():
            runs = [
                pool.submit(measured, content, suffix, out, options.files, probes, window=window)
                for _ in range(options.engines)
            ]
            results = [run.result() for run in runs]
            total = options.files * options.engines
            wall, used = max(wall for wall, _ in results) / total, sum(used for _, used in results) / total
            say(f"{name:20}{wall * 1000:16.0f}{used * 1000:16.0f}")
    for application, suffix in TASKS.items():
        files = of_tasks(application, suffix, SKILLS)
        # engines of their own: one that is replaced meanwhile, as after so many files, takes its CPU with it
        with ProcessPoolExecutor(options.engines, mp_context=multiprocessing.get_context("spawn")) as pool:
            runs = [pool.submit(stored, files) for _ in range(options.engines)]
            results = [run.result() for run in runs]
            total = len(files) * options.engines
            wall, used = max(wall for wall, _ in results) / total, sum(used for _, used in results) / total
            say(f"{'tasks: ' + application:20}{wall * 1000:16.0f}{used * 1000:16.0f}")


def converted(content: bytes) -> bytes:
    """In an engine's process: a workbook as ods."""
    return office().convert(content, ".xlsx", ".ods")


if __name__ == "__main__":
    main()
