"""Sentences that any document of work could hold, and how documents of each form are called."""

from __future__ import annotations

from collections.abc import Mapping

from forge.skills.writer.support.kit import Form

TITLES: Mapping[Form, tuple[str, ...]] = {
    "memo": ("Memo: {subject}", "Memorandum: {subject}"),
    "report": ("Report on {subject}", "{Subject}: a report", "Progress report: {subject}"),
    "policy": ("Policy on {subject}", "Rules for {subject}"),
    "minutes": ("Minutes: {subject}", "Meeting about {subject}"),
    "letter": ("Information about {subject}", "Letter about {subject}"),
    "proposal": ("Proposal: {subject}", "A proposal for {subject}"),
    "announcement": ("{Subject}: what changes", "Announcement: {subject}"),
    "guide": ("Guide to {subject}", "{Subject}: a short guide"),
    "newsletter": ("News: {subject}", "{Subject} and other news"),
    "recipes": ("{Subject}: recipes and notes", "Recipes: {subject}"),
}
"""What stands above a document."""

FILES: Mapping[Form, tuple[str, ...]] = {
    "memo": ("memo {short}", "Memo_{short}", "{short} memo"),
    "report": ("{short} report", "report-{short}", "Report {short} final"),
    "policy": ("policy {short}", "{short}_policy_v2"),
    "minutes": ("minutes {short}", "Minutes_{short}", "{short} meeting"),
    "letter": ("letter {short}", "Letter re {short}"),
    "proposal": ("proposal {short}", "{short} proposal draft"),
    "announcement": ("announcement {short}", "notice-{short}"),
    "guide": ("guide {short}", "{short} guide", "How-to {short}"),
    "newsletter": ("newsletter {short}", "news_{short}"),
    "recipes": ("recipes {short}", "{short} recipes"),
}
"""How people call their files."""

SENTENCES = (
    "This was discussed at length, and in the end everybody agreed.",
    "The numbers for {month} are not complete yet, but the direction is clear.",
    "{person} will report on it before {date}.",
    "We have learned from the mistakes of the past year and want to do better.",
    "If nothing comes in between, the work can be finished by {date}.",
    "Questions are best sent to {person}, who knows the details.",
    "A second opinion from {other} came to the same conclusion.",
    "It is too early to say whether this is enough.",
    "Compared with {month}, that is a change of {percent}.",
    "So far {money} has been spent on it, and the rest is set aside.",
    "{person} thinks that we should wait until {month}, while {other} would like to begin at once.",
    "The reason is simple: nobody had looked at it for a long time.",
    "Those who are affected were informed on {date}.",
    "There are good arguments on both sides.",
    "We will look at the results again after three months.",
    "In the meantime everything stays as it is.",
    "Not every wish can be met, but most of them are reasonable.",
    "About {number} people are affected by this, some of them every day.",
    "The first attempt failed because the papers arrived too late.",
    "It helps a great deal when things are written down.",
    "{other} has offered to take care of the remaining points.",
    "The experience of other towns shows that it can work.",
    "Small steps have proved better than one large change.",
    "All in all, the effort was worth it.",
    "The plan was shown to everybody on a {weekday} and changed in two places.",
    "Nothing in this paragraph replaces what the law requires.",
    "On some days {number} requests arrive before {time}.",
    "{person} keeps a list of open points and updates it each week.",
    "Costs of up to {money} can be decided without asking again.",
    "For this we need help from outside, at least in the beginning.",
    "What sounds easy turned out to be quite a lot of work.",
    "The details are settled by {person} together with {other}.",
    "Nobody should have to wait longer than a week for an answer.",
    "Where rules contradict each other, the stricter one applies.",
    "We thank all those who gave their time for this.",
    "A trial in {month} will show how it works in practice.",
    "The remaining {percent} will follow as soon as possible.",
    "Everyone can see the current state on the board.",
    "It would be a pity to stop halfway.",
    "{person} was surprised how quickly people got used to it.",
    "Until then, please speak to {other} before you change anything.",
    "This also applies to part-time staff and to guests.",
    "In a few cases exceptions are possible, if they are agreed in advance.",
    "The older arrangement ends on {date} without further notice.",
    "Both offers were compared, and the cheaper one was also the better one.",
    "Most of the {number} answers were friendly and many were useful.",
    "Whether it pays off will depend on the next winter.",
    "We meet again on a {weekday} in {month}.",
    "A short summary is sent to everybody who could not be there.",
    "The risks are small and can be limited with little effort.",
)
"""Each can stand in any section."""

LEAD_INS = (
    "In particular, these points matter:",
    "The following was agreed:",
    "Please keep these points in mind:",
    "What this means in practice:",
    "These steps come next:",
    "To sum up the essentials:",
    "Here is what we ask of everybody:",
    "Some things should not be forgotten:",
)
"""What stands above a list."""

TABLE_HEADS = (
    ("Item", "Number", "Responsible"),
    ("Item", "Place", "Due", "Responsible"),
    ("Item", "Number", "Cost"),
    ("Item", "Contact", "Number", "Status"),
    ("Item", "Due", "Cost", "Status"),
)
"""What tables have for columns."""
STATES = ("open", "ordered", "done", "in progress", "on hold")
"""What stands under `Status`."""

COMMENTS = (
    "Is this still up to date?",
    "Please check the figures once more.",
    "I would leave this out.",
    "Can we say this in a friendlier way?",
    "Ask the finance team before this goes out.",
    "Good point, keep it.",
    "Who takes care of this?",
)
"""What colleagues write in the margin."""
