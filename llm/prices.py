"""What tokens cost: a versioned table that users can extend. What it does not know is unknown, not free."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from forge.errors import UsageError
from forge.llm.complaints import complaints
from forge.llm.provider import Usage

FILES_VARIABLE = "FORGE_PRICES"
"""The variable that names a user's own price tables, separated like the folders of PATH."""
PER = 1_000_000
"""Prices are in US dollars for this many tokens."""


class UnitPrices(BaseModel):
    """US dollars for a million tokens.

    Attributes:
        input: prompt tokens that were not cached.
        cached: prompt tokens that the provider had cached.
        output: completion tokens, reasoning included.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: float = Field(ge=0)
    cached: float = Field(ge=0)
    output: float = Field(ge=0)

    def cost(self, usage: Usage) -> float:
        """What a call costs, in US dollars."""
        fresh = usage.prompt - usage.cached
        return (fresh * self.input + usage.cached * self.cached + usage.completion * self.output) / PER


class LongPrompt(UnitPrices):
    """The prices of a whole call whose prompt has more tokens than `prompt`."""

    prompt: int = Field(gt=0)

    def unit_prices(self) -> UnitPrices:
        """The prices alone."""
        return UnitPrices(input=self.input, cached=self.cached, output=self.output)


class ModelPrice(UnitPrices):
    """The price of one model.

    Attributes:
        above: dearer prices for long prompts.
        batch: what the same costs through the provider's Batch API; null where that is not known.
        endpoint: the only endpoint at which the price holds; empty for any.
    """

    above: LongPrompt | None = None
    batch: ModelPrice | None = None
    endpoint: str = ""

    def at(self, prompt_tokens: int) -> UnitPrices:
        """The prices of a call with a prompt of so many tokens."""
        if self.above is not None and prompt_tokens > self.above.prompt:
            return self.above.unit_prices()
        return UnitPrices(input=self.input, cached=self.cached, output=self.output)


class PriceTable(BaseModel):
    """Prices by model profile.

    Attributes:
        version: names the table in every row of the ledger; a user's additions extend it by their digest.
        models: the price of each model profile.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    version: str
    models: dict[str, ModelPrice]

    def price(self, profile: str, endpoint: str = "") -> ModelPrice | None:
        """The price of a model profile at an endpoint, or None when the table does not know it."""
        price = self.models.get(profile)
        if price is None or (price.endpoint and price.endpoint != endpoint):
            return None
        return price


def load_prices(extra: Sequence[Path] = ()) -> PriceTable:
    """The packaged price table, extended by files of the same form; a later price replaces an earlier one.

    Raises:
        UsageError: a file cannot be read or is not a price table.
    """
    table = _parse(files("forge.llm").joinpath("prices.yaml").read_bytes(), "prices.yaml")
    for path in extra:
        try:
            content = path.read_bytes()
        except OSError as error:
            raise UsageError(f"The price table {path} cannot be read: {error.strerror}.") from None
        added = _parse(content, str(path))
        digest = hashlib.sha256(content).hexdigest()[:8]
        table = PriceTable(
            version=f"{table.version}+{added.version}-{digest}", models={**table.models, **added.models}
        )
    return table


def own_price_files(environ: Mapping[str, str] | None = None) -> tuple[Path, ...]:
    """The price tables that the user added."""
    named = (os.environ if environ is None else environ).get(FILES_VARIABLE, "")
    return tuple(Path(path) for path in named.split(os.pathsep) if path)


def _parse(content: bytes, name: str) -> PriceTable:
    try:
        data: Any = yaml.safe_load(content)
        return PriceTable.model_validate(data)
    except yaml.YAMLError as error:
        wrong = str(error)
    except ValidationError as error:
        wrong = "; ".join(complaints(error, "the table"))
    raise UsageError(
        f"{name} is no price table: {wrong}.",
        hint="docs/models.md shows the form: a version, and for each model input, cached and output in US"
        " dollars for a million tokens.",
    )
