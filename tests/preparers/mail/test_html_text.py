"""The text of HTML messages as one reads it, as Thunderbird and others write them."""

from __future__ import annotations

import pytest

from forge.preparers.mail.html_text import text_of

DRAFT = """<!DOCTYPE html>
<html>
  <head>
    <meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
  </head>
  <body>
    <div class="moz-cite-prefix">On 3/16/26 7:38 AM, Ann Lee
      wrote:<br>
    </div>
    <blockquote type="cite" cite="mid:asking@example.org">
      <pre wrap="" class="moz-quote-pre">Good morning,

can you tell me
what it comes to?
</pre>
    </blockquote>
    <p>12.50</p>
  </body>
</html>
"""
"""A reply as Thunderbird stores it: lines broken where the source is wide, the quotation as it was written."""


@pytest.mark.parametrize(
    ("html", "text"),
    [
        (
            DRAFT,
            "On 3/16/26 7:38 AM, Ann Lee wrote:\nGood morning,\ncan you tell me\nwhat it comes to?\n12.50",
        ),
        ("<p>one\ntwo</p><p><br></p>three<br>four", "one two\nthree\nfour"),
        ("<pre>one\n  two</pre>three\nfour", "one\ntwo\nthree four"),
        ("<style>p { x: y }</style><p>a&nbsp;&amp; b</p></pre>c\nd", "a & b\nc d"),
    ],
)
def test_it_reads_as_people_do(html: str, text: str) -> None:
    assert text_of(html) == text
