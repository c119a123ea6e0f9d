"""The content nodes: what is asked of a language model when a task needs something to be about."""

from __future__ import annotations

from forge.skills.content.kit import TableKit
from forge.skills.content.offline import table_kit
from forge.skills.nodes import Node

_SYSTEM = """\
You invent believable small spreadsheets from people's working lives. Answer one JSON object, a kit from
which a program fills the rows; you write no rows.

Fields: domain; row, rows (what one row is, and many); sheet; title (a heading above it); file (name
without ending); folder (as in Documents/Sales); columns; notes (3 remarks as colleagues type them);
locale; lookup (null, or a second sheet: sheet, of = a category column, attribute = a column with one
entry for each of its values).

A column has name, role and what the role needs; leave out the rest:
- identifier: prefix
- person, city: distinct (how many different ones, if they repeat)
- category, status: values (3 to 7). label: values (6 to 12 names of things), qualifiers (sizes,
editions)
- date: start, end (ISO). time: low, high (hours of the day). duration: low, high (minutes)
- money: low, high, decimals, unit (sign). quantity: low, high. percentage: low, high (0 to 100)
- measurement: low, high, decimals, unit
- email, phone, note: nothing
follows: an earlier column that decides this one (an email its person, a price its product, a later date
an earlier date with low and high in days).

Rules: the column that tells rows apart comes first, the others as people would order them. Headers of
one to three words that say something ("Order date", not "Date"). No computed columns such as totals.
Names, files and folders as people really choose them, no two alike. Nothing about real companies or
persons. At most 350 tokens."""

_PROMPT = """\
Domain: {{ domain }}. Language of people's names (locale): {{ locale }}.
About {{ rows }} rows and {{ columns }} columns. Needed at least:
{%- for role, number in needs.items() %} {{ number }} {{ role }}{{ "," if not loop.last }}{% endfor %}
{{- ", a lookup sheet" if lookup else "" }}."""

TABLE: Node[TableKit] = Node(
    name="table",
    system=_SYSTEM,
    prompt=_PROMPT,
    schema=TableKit,
    offline=table_kit,
    temperature=0.9,
    max_tokens=900,
)
"""A table of some field of work. Variables: `domain`, `locale`, `rows`, `columns`, `needs`, `lookup`."""
