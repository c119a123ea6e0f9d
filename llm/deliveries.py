"""What an endpoint delivered: the same answer twice, or the answer of another model, is not taken."""

from __future__ import annotations

import re
from collections import OrderedDict

from forge.llm.provider import CallError, ModelReply

_REMEMBERED = 4096
"""Deliveries in which one that comes twice is looked for."""
_SNAPSHOT = re.compile(r"[-@:._]?(\d[\d._-]*|latest|preview|free)")
"""What may follow a model's name and still mean that model: a date or another version of the same name."""


class Deliveries:
    """The latest answers of one model at one endpoint."""

    def __init__(self) -> None:
        self._seen: OrderedDict[tuple[str, int], None] = OrderedDict()
        self._answered_as_asked = False

    def accept(self, asked: str, reply: ModelReply) -> None:
        """Take an answer.

        An endpoint that never answers under the name that was asked (an alias, a router, a file's name) is taken
        as it is; one that did is held to it.

        Args:
            asked: the model that was asked.
            reply: the answer.

        Raises:
            CallError: it was delivered before, so that its tokens were counted before; or another model gave it.
        """
        delivery = (reply.name, hash(reply.text))
        if reply.name and delivery in self._seen:
            raise CallError(f"the answer {reply.name} was delivered twice", retry=True, billed="unknown")
        self._seen[delivery] = None
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)
        if same_model(asked, reply.model):
            self._answered_as_asked = True
        elif reply.model and self._answered_as_asked:
            raise CallError(
                f"{reply.model} answered in place of {asked}",
                retry=True,
                billed="unknown",
                usage=reply.usage,
                other_model=reply.model,
            )


def same_model(asked: str, reported: str) -> bool:
    """Whether a provider's name for a model means the one that was asked, perhaps with its date."""
    name, other = (text.rpartition("/")[2].lower() for text in (asked, reported))
    shorter, longer = sorted((name, other), key=len)
    rest = longer.removeprefix(shorter)
    return bool(shorter) and longer.startswith(shorter) and (not rest or bool(_SNAPSHOT.fullmatch(rest)))
