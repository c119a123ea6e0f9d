"""How people of four registers ask for something: the material around the request itself.

Every text is in the grammar of phrasings. `<request>` is the request in the base form of its verb,
`<Request>` the same with a capital. Nothing here says anything about the task, names a time of day, or holds
a digit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from typing import Literal, get_args

Register = Literal["terse", "polite", "chatty", "precise"]
REGISTERS: tuple[Register, ...] = get_args(Register)


@dataclass(frozen=True)
class Voice:
    """One register.

    Attributes:
        requests: frames of the request.
        openings: what comes before everything; may be empty.
        before: why it is asked for, said before the request.
        after: the same, said behind it.
        both: the wish to keep the rest and to save.
        keep: the wish to keep the rest alone.
        save: the wish to save alone.
        closings: what comes last; may be empty.
        following: frames of a request that comes after another.
        last: frames of the last one of several.
        lead: says what the request is about, before it, with `<things>`.
        next_lead: the same for a request that comes after another.
        led: frames of a request behind such a lead.
        context: the share of instructions that say why.
    """

    requests: tuple[str, ...]
    openings: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]
    both: tuple[str, ...]
    keep: tuple[str, ...]
    save: tuple[str, ...]
    closings: tuple[str, ...]
    following: tuple[str, ...]
    last: tuple[str, ...]
    lead: tuple[str, ...]
    next_lead: tuple[str, ...]
    led: tuple[str, ...]
    context: float


TERSE = Voice(
    requests=(
        "<Request>.",
        "<Request>.",
        "<Request>.",
        "Please <request>.",
        "[[When|As soon as]] there is time: <request>.",
        "[[To do|Still to do|Next]]: <request>.",
    ),
    openings=("",),
    before=(
        "[[Needed|Wanted|Due]] [[today|soon|tomorrow|this week|before the review|before the handover]].",
        "For [[a colleague|a client|a meeting|a review|the handover|tomorrow|later today]].",
        "[[Small|Quick|Another]] [[job|request|thing]].",
    ),
    after=(
        "[[Needed|Wanted]] [[today|soon|tomorrow|this week|for a review|for a meeting|for the handover]].",
        "It's for [[a colleague|a client|a review|a meeting|a presentation|the handover]].",
        "[[Somebody is|A colleague is|Others are]] waiting for it.",
    ),
    both=(
        "{{keep}}; {{save}}.",
        "{{keep}} and {{save}}.",
        "{{keep}}, then {{save}}.",
        "{{keep}}. {{save}}.",
        "Then {{save}}. {{keep}}.",
        "{{save}} [[when done|at the end|afterwards]]. {{keep}}.",
    ),
    keep=("{{keep}}.", "Please {{keep}}."),
    save=(
        "{{save}}.",
        "Then {{save}}.",
        "{{save}} [[when done|at the end|afterwards]].",
        "Afterwards {{save}}.",
    ),
    closings=("",),
    following=("Then <request>.", "Next, <request>.", "After that, <request>.", "Also <request>."),
    last=("Then <request>.", "Last, <request>.", "And <request>.", "Lastly, <request>."),
    lead=("[[This is about|It's about|Subject:]] <things>.",),
    next_lead=(
        "Then: <things>.",
        "Next: <things>.",
        "Also: <things>.",
        "Now: <things>.",
        "Besides: <things>.",
    ),
    led=("<Request>.", "Please <request>."),
    context=0.4,
)

POLITE = Voice(
    requests=(
        "[[Could|Would]] you [[please |]]<request>?",
        "[[Could|Would]] you [[please |]]<request>?",
        "Please <request>.",
        "I[['d| would]] be [[very |]]grateful if you could <request>.",
        "I[['d| would]] appreciate it if you could <request>.",
        "[[May|Could]] I ask you to <request>?",
        "When you have a [[moment|minute]], [[could you|would you]] please <request>?",
        "If it is not too much trouble, please <request>.",
        "I would like to ask you to <request>.",
    ),
    openings=(
        "",
        "",
        "Hello.",
        "Hello there.",
        "Good day.",
        "Hello, I hope you are [[well|doing well]].",
        "Hello, and thank you for [[helping|your help]] with this.",
        "I [[hope you can help me|was hoping you could help me]] with [[something|a small thing]].",
    ),
    before=(
        "I am [[preparing this|getting this ready]] for [[a colleague|a client|someone else|the handover]].",
        "I am [[preparing this|getting this ready]] for [[a meeting|a review|a presentation]] "
        "[[later today|tomorrow|this week|next week]].",
        "[[A colleague|Someone else]] will [[take this over|carry on with this|work from this]] "
        "[[tomorrow|next week|soon]].",
        "This [[is going|will go]] to [[a colleague|a client|someone else]] [[today|soon|next week]].",
        "I have to [[present this|hand this over|pass this on]] [[today|tomorrow|next week|soon]].",
    ),
    after=(
        "[[It is|This is|I need it]] for [[a meeting|a review|a presentation]] "
        "[[later today|tomorrow|this week|next week]].",
        "[[That|It]] would [[help me a great deal|save me a lot of time|be a great help]].",
        "[[A colleague|Someone else]] will [[work from it|carry on with it]] [[tomorrow|next week|soon]].",
    ),
    both=(
        "Please {{keep}}, and {{save}} [[when you are done|at the end|once that is done|afterwards]].",
        "Please {{keep}}, and then {{save}}.",
        "[[When|Once]] [[that is|you are]] done, please {{save}}. [[And please|Please also]] {{keep}}.",
        "Please {{keep}}. [[Afterwards|At the end|Once that is done]], please {{save}}.",
        "[[And please|Please also]] {{keep}}, and [[do not|don't]] forget to {{save}}.",
        "[[And please|Please]] {{save}} [[when you are done|at the end|afterwards]], but {{keep}}.",
    ),
    keep=("Please {{keep}}.", "[[And please|Please also]] {{keep}}.", "But please {{keep}}."),
    save=(
        "Please {{save}} [[when you are done|at the end|afterwards]].",
        "[[When you are done|Once that is done|At the end]], please {{save}}.",
        "Please [[do not|don't]] forget to {{save}}.",
    ),
    closings=(
        "",
        "Thank you.",
        "Thank you [[very much|for your help|for your time|in advance]].",
        "[[Many thanks|Thanks]] [[in advance|for your help]].",
        "Many thanks.",
    ),
    following=(
        "[[Then|After that|Once that is done]], please <request>.",
        "[[Then|After that|Once that is done]], could you please <request>?",
        "[[After that|Then]], I would need you to <request>.",
        "[[Next|As a next step]], please <request>.",
    ),
    last=(
        "[[Then|After that|Once that is done]], please <request>.",
        "[[Last|As a last step]], please <request>.",
        "And then please <request>.",
    ),
    lead=("[[This is|It is all]] about <things>.", "It concerns <things>.", "My request concerns <things>."),
    next_lead=(
        "The next [[step|part]] concerns <things>.",
        "[[After that|Then]] it is about <things>.",
        "[[Next|Then]] there is <things>.",
        "[[Another|A further]] request is about <things>.",
        "I also have a request about <things>.",
    ),
    led=("Please <request>.", "Could you please <request>?", "I would need you to <request>."),
    context=0.5,
)

CHATTY = Voice(
    requests=(
        "[[Can|Could]] you <request>?",
        "[[Can|Could]] you <request>?",
        "[[So |OK, so |Right, |]]I need you to <request>.",
        "Here's [[the thing|what I need]]: <request>.",
        "Do me a favour and <request>.",
        "[[Quick favour|Small favour|Quick one|One more thing|Little job for you]]: <request>.",
        "Would you mind helping me [[out|with something]]? I need you to <request>.",
        "[[Could|Can]] I get you to <request>?",
        "I was wondering if you could <request>.",
    ),
    openings=(
        "",
        "",
        "Hey!",
        "Hi!",
        "Hi there!",
        "Hey there!",
        "Hello again!",
        "Hey, me again.",
        "Hi, [[hope you're well.|hope all is good.|got a minute?]]",
    ),
    before=(
        "I've got [[a meeting|a review|a presentation]] [[tomorrow|coming up|soon|this week]] and "
        "[[this isn't ready yet|I'm not done with this|I'm running late with this]].",
        "I keep [[putting this off|running out of time for this|forgetting about this]].",
        "[[A colleague|Somebody]] [[just |]]asked me [[for this|about this]] again.",
        "I'm [[in the middle of something else|busy with something else|stuck in calls]] and "
        "[[can't get to this|won't get to this today]].",
        "[[Almost|Nearly]] done with this, just [[one thing is|a little bit is]] [[left|missing]].",
    ),
    after=(
        "It's for [[a meeting|a review|a presentation]] [[tomorrow|coming up|this week|next week]].",
        "I'd do it myself, but I'm [[busy|stuck in calls|on the road]] [[all day|right now]].",
        "[[Should be quick|Shouldn't take long]], I [[think|hope]].",
        "[[No rush|No hurry]], [[today is fine|any time today works]].",
        "[[Somebody|A colleague]] is [[waiting for it|asking for it]] already.",
    ),
    both=(
        "[[Oh, and|And]] please {{keep}}. [[When you're done|Once that's done]], [[just |]]{{save}}.",
        "Just {{keep}}, and {{save}} [[when you're done|at the end|afterwards]].",
        "Don't forget to {{save}} [[at the end|when you're done|afterwards]]! And please {{keep}}.",
        "[[Oh, and|And]] {{keep}}, then {{save}}.",
        "[[Then|After that]] {{save}}, but please {{keep}}.",
        "{{save}} [[when you're done|at the end]], [[and|but]] {{keep}}, please.",
    ),
    keep=(
        "Oh, and {{keep}}.",
        "[[And|But]] please {{keep}}.",
        "Just {{keep}}, please.",
        "[[Oh, and|And]] please {{keep}}.",
    ),
    save=(
        "Don't forget to {{save}} [[at the end|when you're done|afterwards]]!",
        "[[When you're done|Once that's done|After that]], [[just |]]{{save}}.",
        "And {{save}} [[when you're done|at the end]], please.",
    ),
    closings=(
        "",
        "",
        "Thanks!",
        "Thanks [[a lot|so much|a bunch|a million]]!",
        "Cheers!",
        "You're a [[star|lifesaver]]!",
        "Thank you!",
        "Much appreciated!",
        "That'd be [[great|a huge help]], thanks!",
    ),
    following=(
        "[[Then|After that|Next]], <request>.",
        "[[Once that's done|When you have that]], <request>.",
        "And then [[I need you to|please]] <request>.",
        "[[After that|Then]] can you <request>?",
    ),
    last=(
        "[[Then|After that]], <request>.",
        "[[And last|Last thing]]: <request>.",
        "And then [[can you|could you]] <request>?",
        "[[Once that's done|When you have that]], <request>.",
    ),
    lead=("[[This is|It's]] [[all |]]about <things>.", "[[Have a look at|Start with]] <things>."),
    next_lead=(
        "Next is <things>.",
        "Then there's <things>.",
        "After that it's <things>.",
        "Now for <things>.",
        "There's also <things>.",
    ),
    led=("Can you <request>?", "<Request>, please.", "I need you to <request>."),
    context=0.6,
)

PRECISE = Voice(
    requests=(
        "<Request>.",
        "<Request>.",
        "Please <request>.",
        "[[The|Your]] task is to <request>.",
        "[[What is needed|What is required|What has to be done]]: <request>.",
        "You are asked to <request>.",
        "[[This|The following]] is [[needed|required]]: <request>.",
    ),
    openings=(
        "",
        "",
        "",
        "Please read this to the end before you [[begin|start]].",
        "Please follow this [[exactly|to the letter|carefully]].",
    ),
    before=(
        "This is part of the preparation for [[a review|an audit|a handover|a meeting]].",
        "The [[result|outcome]] will be [[checked|reviewed|used by others]] [[later|next week|tomorrow]].",
        "This [[comes|has to be done]] before [[a review|an audit|the handover]].",
    ),
    after=(
        "The [[result|outcome]] will be [[checked|reviewed|used by others]] [[later|next week|tomorrow]].",
        "Every [[detail|part]] of this [[matters|counts]].",
        "This is needed for [[a review|an audit|a handover|a meeting]].",
    ),
    both=(
        "Do only what is [[described|asked for]] here: {{keep}}. [[Finally|Afterwards]], {{save}}.",
        "Nothing more is [[wanted|needed]], so please {{keep}}. [[Finally|Afterwards|When done]], {{save}}.",
        "{{keep}}. {{save}} [[at the end|when you are done|when everything is done]].",
        "[[When|Once]] this is done, {{save}}. Please {{keep}}.",
        "[[At the same time|While doing so]], {{keep}}. Then {{save}}.",
        "[[Finally|Afterwards]], {{save}}. {{keep}}.",
    ),
    keep=(
        "{{keep}}.",
        "Do only what is [[described|asked for|set out]] here: {{keep}}.",
        "Please {{keep}}.",
        "[[At the same time|While doing so]], {{keep}}.",
    ),
    save=(
        "[[Finally|Afterwards|At the end]], {{save}}.",
        "{{save}} [[at the end|when you are done|when this is done]].",
    ),
    closings=("", "", "", "Thank you."),
    following=("[[Then|Next|After that|Thereafter]], <request>.", "[[Then|Next]], please <request>."),
    last=("[[Then|Last|After that|Lastly]], <request>.", "[[Then|Last]], please <request>."),
    lead=("[[This|The work]] concerns <things>.", "[[This|The work]] is about <things>."),
    next_lead=(
        "The next [[step|part]] concerns <things>.",
        "[[Thereafter|After that]], the work is about <things>.",
        "A further [[step|part]] is about <things>.",
        "What follows concerns <things>.",
        "[[Another|One more]] [[step|part]] concerns <things>.",
    ),
    led=("<Request>.", "Please <request>."),
    context=0.35,
)

VOICES: Mapping[Register, Voice] = {"terse": TERSE, "polite": POLITE, "chatty": CHATTY, "precise": PRECISE}


def _vocabulary() -> frozenset[str]:
    texts = " ".join(text for voice in VOICES.values() for field in astuple(voice)[:-1] for text in field)
    prose = re.sub(r"\{\{\w+\}\}|<\w+>", " ", texts)
    return frozenset(word.casefold() for word in re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", prose))


VOCABULARY = _vocabulary()
"""Every word of these texts in small letters; none of them, alone, is taken for the name of something."""
