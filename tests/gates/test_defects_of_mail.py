"""Defects of published task sets, planted into tasks on mail and into tasks that mail is part of.

no  what is planted                                                      found by
 4  what is asked for has been done                                      solvable
 6  the golden holds a message that nothing scores                       tight
 7  a folder, a person or a message that is not there                    grounded
12  nobody says that the rest must stay                                  grounded
13  a folder or a text that nobody told                                  grounded
14  one right way of writing an answer or an address is the only one     fair
15  two messages or folders that are called the same                     grounded
19  a constraint of which nothing is checked                             grounded
20  whatever a draft says passes                                         tight
21  other mail may be damaged                                            tight
23  the rubric reads a property that no reader has                       solvable
24  hostile names pass
25  the settings of the profile are not there                            faithful
28  a second message, card or file of which the same is true             grounded
29  an environment that was not declared                                 set up
30  a day that can be read in two ways                                   readable
31  a sum with its unit is the same answer                               (scored as right)
32  a sum that the mails do not give                                     solvable
34  an alternative for those who give up                                 tight
35  the answer stands in the instruction                                 sealed
36  the draft that is to be written lies in the profile                  sealed
37  a link to the outside world                                          clean
"""

from __future__ import annotations

import sys
from dataclasses import replace

import pytest

from forge.gates.base import Case
from forge.preparers.mail.spec import PERSONAL, Account, Folder, Message, Profile
from forge.skills.contract import KEEP
from forge.skills.mail.find_message import FindMessage
from forge.skills.mail.largest_attachment import LargestAttachment
from forge.skills.mail.look_up_phone import LookUpPhone
from forge.skills.mail.move import Move
from forge.skills.mail.star import Star
from forge.skills.mail.support.story import MOUNT
from forge.skills.mail.total_amount import TotalAmount
from forge.skills.multi.document_to_mail import DocumentToMail
from forge.skills.multi.figures_to_reply import FiguresToReply
from forge.states.answers import ANSWER
from forge.states.rubric import Matches, OneOf
from forge.states.score import score
from forge.states.selectors import Selector
from forge.storage.bundle import ENVIRONMENT

from ..tasks import made, with_file
from .planting import Parts, assert_every_defect_is_planted, assert_found, assert_good, edited


def account(profile: Profile) -> Account:
    """The account with a server."""
    return next(item for item in profile.accounts if item.server is not None)


def inbox(profile: Profile) -> Folder:
    """Its Inbox."""
    return account(profile).folder("Inbox")


def note(profile: Profile, text: str = "Approved by the board.") -> Message:
    """A message of one's own that is not there."""
    owner = account(profile).identities[0]
    newest = max(item.date for item in inbox(profile).messages)
    return Message(
        f"<one.more@{owner.email.partition('@')[2]}>", newest, owner.email, [owner.email], "Note", text
    )


def test_every_defect_is_planted():
    assert_every_defect_is_planted(sys.modules[__name__])


@pytest.mark.parametrize("kind", [DocumentToMail, FiguresToReply, LargestAttachment, Move, Star])
def test_the_untouched_bundles_pass(kind, tmp_path):
    assert Parts(made(kind)).together().id == made(kind).id
    assert_good(made(kind), tmp_path)


@pytest.mark.parametrize("kind", [Star, Move, FiguresToReply])
def test_4_it_has_been_done(tmp_path, kind):
    parts = Parts(made(kind))
    parts.files["start"] = dict(parts.files["golden"])
    assert_found(parts.together(), tmp_path, "solvable", "true before anything is done")


def test_6_the_golden_holds_a_message_that_nothing_scores(tmp_path):
    parts = Parts(made(Star))
    with parts.spec(MOUNT, "golden") as (profile,):
        account(profile).usual("Drafts").messages.append(note(profile))
        drafts = Selector(MOUNT).below("account", account(profile).key).below("folder", "Drafts")
    parts.change_invariant(writes=(*parts.rubric.invariants[0].writes, drafts.below("message")))
    assert_found(parts.together(), tmp_path, "tight", "one.more@")


@pytest.mark.parametrize(
    ("kind", "fact"),
    [(Move, "target"), (Star, "person"), (FiguresToReply, "message"), (DocumentToMail, "person")],
)
def test_7_something_that_is_not_there(tmp_path, kind, fact):
    parts = Parts(made(kind))
    told = parts.fact(fact)
    parts.change_fact(fact, value="Nobody Nowhere", says=('"Nobody Nowhere"',))
    assert_found(parts.together(), tmp_path, "grounded", fact, "names what is not there", str(told.value))


def test_12_nobody_says_that_the_rest_must_stay(tmp_path):
    parts = Parts(made(Star))
    parts.forget_the_rest()
    assert_found(parts.together(), tmp_path, "grounded", KEEP, "nothing else may change")


@pytest.mark.parametrize(
    ("kind", "fact"), [(DocumentToMail, "text"), (DocumentToMail, "addresses"), (FiguresToReply, "text")]
)
def test_13_what_nobody_told(tmp_path, kind, fact):
    parts = Parts(made(kind))
    (item,) = parts.rubric.requirements
    parts.change_requirement(item.id, facts=tuple(name for name in item.facts if name != fact), reason="")
    assert_found(parts.together(), tmp_path, "grounded", item.id, "is in no fact")


def test_14_one_way_of_writing_the_answer(tmp_path):
    parts = Parts(made(LookUpPhone))
    parts.change_requirement("answer", any_of=parts.requirement("answer").any_of[:1])
    assert_found(parts.together(), tmp_path, "fair", "answer")


def test_14_one_way_of_writing_the_receiver(tmp_path):
    parts = Parts(made(FiguresToReply))

    def narrow(check):
        return check.model_copy(update={"options": check.options[:1]}) if isinstance(check, OneOf) else check

    parts.change_checks("draft", narrow)
    assert_found(parts.together(), tmp_path, "fair", "to the bare address", "draft")


def test_15_two_messages_of_one_subject(tmp_path):
    parts = Parts(made(FiguresToReply))
    subject = str(parts.fact("message").value)
    with parts.spec(MOUNT) as profiles:
        for profile in profiles:
            inbox(profile).messages.append(replace(note(profile), subject=subject.upper()))
    assert_found(parts.together(), tmp_path, "grounded", "message", "called the same", "one.more@")


def test_15_two_folders_of_one_name(tmp_path):
    """One among the local folders, one of the account with a server."""
    parts = Parts(made(Move))
    with parts.spec(MOUNT) as profiles:
        for profile in profiles:
            account(profile).folders.append(Folder(str(parts.fact("target").value)))
    assert_found(parts.together(), tmp_path, "grounded", "target", "called the same")


def test_19_a_constraint_of_which_nothing_is_checked(tmp_path):
    parts = Parts(made(FiguresToReply))
    facts = tuple(name for name in parts.requirement("draft").facts if name != "form")
    parts.change_requirement("draft", facts=facts)
    assert_found(parts.together(), tmp_path, "grounded", "form", "no requirement checks it")


@pytest.mark.parametrize("kind", [DocumentToMail, FiguresToReply])
def test_20_whatever_the_draft_says_passes(tmp_path, kind):
    parts = Parts(made(kind))

    def widen(check):
        return check.model_copy(update={"pattern": r"[\s\S]*"}) if isinstance(check, Matches) else check

    parts.change_checks("draft", widen)
    parts.change_requirement("draft", reason="as the solution has it")
    assert_found(parts.together(), tmp_path, "tight", "unfinished")


@pytest.mark.parametrize("how", ["no invariant", "the whole profile", "another mount"])
def test_21_damage_elsewhere_goes_unnoticed(tmp_path, how):
    parts = Parts(made(Star))
    if how == "no invariant":
        parts.change_rubric(invariants=())
    elif how == "the whole profile":
        parts.change_invariant(writes=(*parts.rubric.invariants[0].writes, Selector(MOUNT)))
    else:
        parts.change_invariant(mounts=("~/Documents",))
    assert_found(parts.together(), tmp_path, "tight", "disturb", f"changed besides: {MOUNT}#")


def test_23_the_rubric_reads_a_property_that_no_reader_has(tmp_path):
    parts = Parts(made(Star))
    parts.change_checks("stars", lambda check: check.model_copy(update={"select": check.select.of("pinned")}))
    assert_found(parts.together(), tmp_path, "solvable", "pinned")


def test_24_hostile_names_pass(tmp_path):
    parts = Parts(made(Star))
    with parts.spec(MOUNT) as profiles:
        for profile in profiles:
            for name in ("-rf", "it is $HOME & more", "100% Größe, 日程"):
                account(profile).folders.append(
                    Folder(name, [replace(note(profile), subject=f"“{name}” 'x'")])
                )
    assert_good(parts.together(), tmp_path)


def test_25_the_settings_of_the_profile_are_not_there(tmp_path):
    bundle = made(Star)
    path = next(path for path in bundle.public if path.endswith("prefs.js"))
    assert_found(with_file(bundle, path, None), tmp_path, "faithful", "has no prefs.js")


def twin_message(profile: Profile, answer: str) -> None:
    """One more message of the same sender and moment."""
    found = next(item for item in inbox(profile).messages if item.subject == answer)
    inbox(profile).messages.append(replace(found, id="<one.more@example.org>", subject="Something else"))


def twin_card(profile: Profile, answer: str) -> None:
    """One more card of the same name, with another number."""
    cards = profile.book(PERSONAL).cards
    found = next(item for item in cards if item.work_phone == answer)
    cards.append(replace(found, uid=f"{1:032x}", work_phone="+49 30 5550 101"))


def twin_file(profile: Profile, answer: str) -> None:
    """One more attached file of the same size."""
    file = next(f for m in inbox(profile).messages for f in m.attachments if f.name == answer)
    bare = next(item for item in inbox(profile).messages if not item.attachments)
    bare.attachments.append(replace(file, name="Another one.pdf"))


@pytest.mark.parametrize(
    ("kind", "plant"), [(FindMessage, twin_message), (LookUpPhone, twin_card), (LargestAttachment, twin_file)]
)
def test_28_two_right_answers(tmp_path, kind, plant):
    parts = Parts(made(kind))
    with parts.spec(MOUNT) as profiles:
        for profile in profiles:
            plant(profile, str(parts.fact("answer").value))
    assert_found(parts.together(), tmp_path, "grounded", "single", "2 things")


@pytest.mark.parametrize(("field", "value"), [("clock", "2031-01-01T00:00:00"), ("timezone", "Asia/Tokyo")])
def test_29_an_environment_that_was_not_declared(tmp_path, field, value):
    assert_found(edited(made(Star), ENVIRONMENT, **{field: value}), tmp_path, "set up", field, value)


def test_30_a_day_that_can_be_read_in_two_ways(tmp_path):
    parts = Parts(made(FindMessage, "hard"))
    parts.change_fact("day", says=("3/2/2026",))
    assert_found(parts.together(), tmp_path, "readable", "instruction.md", "two ways", "3/2/2026")


def test_31_a_sum_with_its_unit_is_the_same_answer():
    bundle = made(TotalAmount)
    right = [patch for patch in bundle.variants if patch.name.startswith("as ")]
    assert len(right) >= 3
    case = Case(bundle)
    for patch in right:
        end = patch.apply(case.start, case.golden)
        assert score(bundle.rubric, case.start, end).success, patch.name


def test_32_a_sum_that_the_mails_do_not_give(tmp_path):
    parts = Parts(made(TotalAmount))
    first = parts.requirement("answer").checks()[0]
    other = first.model_copy(update={"expected": first.expected + 1})
    parts.change_requirement("answer", any_of=((other,),), reason="as the solution has it")
    assert_found(parts.together(), tmp_path, "solvable", "answer")


def test_34_an_alternative_for_those_who_give_up(tmp_path):
    parts = Parts(made(LookUpPhone))
    options = (parts.fact("answer").value, "impossible")
    parts.change_requirement(
        "answer", any_of=((OneOf(select=ANSWER, options=options),),), reason="as the solution has it"
    )
    assert_found(parts.together(), tmp_path, "tight", "impossible")


def test_35_the_answer_stands_in_the_instruction(tmp_path):
    parts = Parts(made(LookUpPhone))
    answer = parts.fact("answer").value
    parts.template += f" I think it is {answer}."
    assert_found(parts.together(), tmp_path, "sealed", "instruction.md", "can be read there")


def test_36_the_draft_lies_in_the_profile(tmp_path):
    """Another folder holds, byte for byte, what the golden's Drafts hold."""
    parts = Parts(made(FiguresToReply))
    golden = parts.files["golden"][MOUNT]
    path = next(path for path, content in golden.items() if path.endswith("/Drafts") and content)
    for side in ("start", "golden"):
        files = parts.files[side][MOUNT]
        parts.files[side][MOUNT] = {**files, path.replace("/Drafts", "/Old drafts"): golden[path]}
    assert_found(parts.together(), tmp_path, "sealed", "it is a private file", "Old drafts")


def test_37_a_link_to_the_outside_world(tmp_path):
    parts = Parts(made(Star))
    with parts.spec(MOUNT) as profiles:
        for profile in profiles:
            inbox(profile).messages.append(note(profile, "See https://www.wikipedia.org/ for more."))
    assert_found(parts.together(), tmp_path, "clean", "wikipedia")
