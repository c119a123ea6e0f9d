"""Workplaces for tasks that are made without a model."""

from __future__ import annotations

from typing import Any

# ruff: noqa: E501 - a message is one sentence on one line


def _topic(subject: str, opening: str, *answers: str, file: str | None = None) -> dict[str, Any]:
    return {"subject": subject, "opening": opening, "answers": answers, "file": file}


WORKPLACES: dict[str, dict[str, Any]] = {
    "harbour office": {
        "organization": "Northquay Harbour Office",
        "host": "northquay",
        "role": "Berth planner",
        "projects": [
            {
                "name": "Quay repairs",
                "topics": [
                    _topic(
                        "Cracks in the eastern quay wall",
                        "The divers found three cracks below the waterline near bollard nine. Can we close that stretch until the engineer has been?",
                        "Closed from tonight, the barriers are on their way.",
                        "The engineer comes on Thursday morning and wants the old drawings.",
                        file="Divers report.pdf",
                    ),
                    _topic(
                        "Quotes for new fenders",
                        "Two of the three firms have answered. The cheaper one cannot deliver before autumn.",
                        "Then I would rather take the dearer one, we lose more by waiting.",
                        file="Fender quotes.csv",
                    ),
                    _topic(
                        "Night work and the neighbours",
                        "The residents of Rope Street ask how long the hammering will go on after ten.",
                        "Two more nights, then only days. I will put up a notice.",
                        "Thank you, please send me the wording before it goes out.",
                    ),
                ],
            },
            {
                "name": "Summer regatta",
                "topics": [
                    _topic(
                        "Berths for the visiting yachts",
                        "Forty boats have signed up so far and we have thirty-two places. Shall we ask the sailing club to take the rest?",
                        "They can take six, I spoke to them yesterday.",
                        "Six helps. For the last two we use the fuel dock overnight.",
                        file="Yachts.csv",
                    ),
                    _topic(
                        "Food stalls on the pier",
                        "Five stalls want to be near the stage, but the fire service needs four metres free on that side.",
                        "Put them along the warehouse, there is power as well.",
                    ),
                    _topic(
                        "Start times of the children's race",
                        "The tide is too low before eleven, so the programme has to change.",
                        "Half past eleven then, I tell the printers today.",
                        "Good, the coaches know already.",
                        file="Programme.pdf",
                    ),
                ],
            },
            {
                "name": "Crane training",
                "topics": [
                    _topic(
                        "Who still needs the certificate",
                        "Four drivers have a certificate that ends this year. The course has only three places left in May.",
                        "Let the newest one go in autumn, he drives with me until then.",
                    ),
                    _topic(
                        "Simulator out of order",
                        "The left stick of the simulator no longer answers. The maker wants to have it for a week.",
                        "Send it in now, there is no course before the holidays.",
                        "It leaves on Monday, I have the label.",
                        file="Fault log.txt",
                    ),
                    _topic(
                        "Room for the theory day",
                        "The canteen is taken that day. Would the map room be large enough for twelve?",
                        "Yes, if we carry the big table out.",
                    ),
                ],
            },
            {
                "name": "Tide tables",
                "topics": [
                    _topic(
                        "Wrong heights in the printed table",
                        "A skipper called: the heights for the second week are those of last year.",
                        "He is right, the printers used the old sheet. I have stopped the rest.",
                        file="Heights week two.csv",
                    ),
                    _topic(
                        "New gauge at the breakwater",
                        "The new gauge sends its values every ten minutes. Please compare them with the old one for a while.",
                        "The first day they differ by two centimetres at most.",
                        "That is within what the maker promises.",
                    ),
                ],
            },
        ],
    },
    "city library": {
        "organization": "Millbrook City Library",
        "host": "millbrook-library",
        "role": "Head of lending",
        "projects": [
            {
                "name": "Reading week",
                "topics": [
                    _topic(
                        "Authors who have said yes",
                        "Three of the five authors have agreed. The crime writer asks for an evening without stairs.",
                        "The ground floor is free on Wednesday evening.",
                        "Then I write to her agent today.",
                        file="Authors.csv",
                    ),
                    _topic(
                        "Posters for the tram stops",
                        "The transport office lets us hang twelve posters for nothing if they have them by Friday.",
                        "The design is ready, only the sponsor's sign is missing.",
                        file="Poster draft.pdf",
                    ),
                    _topic(
                        "Volunteers for the children's tent",
                        "We need two people for each of the four afternoons and have five in all.",
                        "My sister would do Tuesday and Thursday.",
                    ),
                ],
            },
            {
                "name": "Shelving move",
                "topics": [
                    _topic(
                        "Weight limit on the second floor",
                        "The builder says the floor bears less than we thought. The atlases must stay downstairs.",
                        "Then local history goes up instead, it is half as heavy.",
                        "I have measured it, that would fit.",
                        file="Floor loads.pdf",
                    ),
                    _topic(
                        "Boxes for the move",
                        "Two hundred boxes come on Monday before we open. Somebody has to let the driver in at seven.",
                        "I can do that, I have the early shift.",
                    ),
                    _topic(
                        "Signs at the ends of the shelves",
                        "The old signs name subjects that are no longer there. Shall we print new ones or write by hand at first?",
                        "By hand until everything stands, then print once.",
                    ),
                ],
            },
            {
                "name": "Lending desk",
                "topics": [
                    _topic(
                        "Overdue letters went out twice",
                        "About sixty readers got two reminders on the same day and some are cross.",
                        "The job ran again after the power cut. I have written an apology.",
                        "Thank you. Let us waive the fee for those.",
                        file="Readers concerned.csv",
                    ),
                    _topic(
                        "Card printer jams again",
                        "Every third card comes out bent. The technician wants to replace the rollers.",
                        "Let him, we cannot hand out bent cards.",
                    ),
                    _topic(
                        "Opening hours at Easter",
                        "The council asks us to open on the Saturday. Who would be there?",
                        "I would, if somebody takes my Thursday.",
                        "I take it.",
                    ),
                ],
            },
            {
                "name": "Sound archive",
                "topics": [
                    _topic(
                        "Tapes from the old radio station",
                        "The station's cellar is being cleared and there are about three hundred tapes. Do we want them?",
                        "Yes, but only those with a label, the others nobody can place.",
                        file="Tape list.txt",
                    ),
                    _topic(
                        "Who owns the interviews",
                        "Two families ask for copies and one wants everything deleted. We need advice before we answer.",
                        "I ask the town's lawyer, it may take a week.",
                        "Until then we lend none of them.",
                    ),
                ],
            },
        ],
    },
    "garden centre": {
        "organization": "Willow Lane Garden Centre",
        "host": "willow-lane",
        "role": "Purchasing manager",
        "projects": [
            {
                "name": "Spring stock",
                "topics": [
                    _topic(
                        "Tulip bulbs arrived soft",
                        "A third of the boxes from the second pallet is soft. I have put them aside and taken pictures.",
                        "The grower takes them back and sends new ones by Wednesday.",
                        "Good, then the window display can stay.",
                        file="Damaged boxes.pdf",
                    ),
                    _topic(
                        "Clay pots cost more from April",
                        "The pottery raises its prices by eight per cent. We could order the summer's pots now.",
                        "Order what fits into the barn, no more.",
                        file="Pottery prices.csv",
                    ),
                    _topic(
                        "Herbs for the town market",
                        "The market wants two hundred pots of basil for Saturday and we have a hundred and forty.",
                        "The nursery next door sells us sixty.",
                    ),
                ],
            },
            {
                "name": "Greenhouse three",
                "topics": [
                    _topic(
                        "Heating fails at night",
                        "It was four degrees in there this morning and the orchids look tired.",
                        "The valve sticks. A new one comes tomorrow, until then I sleep here.",
                        "Take the two heaters from the shop as well.",
                        file="Temperatures.csv",
                    ),
                    _topic(
                        "Broken panes after the storm",
                        "Nine panes on the western side. The insurer wants a list with sizes.",
                        "I measure them this afternoon.",
                        file="Panes.txt",
                    ),
                    _topic(
                        "Shading net for June",
                        "Last year we hung the net too late. Shall I order it now?",
                        "Yes, the same width as before.",
                    ),
                ],
            },
            {
                "name": "Customer courses",
                "topics": [
                    _topic(
                        "Pruning course is full",
                        "Twenty-four people for eighteen places. Do we give it twice?",
                        "I can do the Sunday as well.",
                        "Then I write to those on the waiting list.",
                    ),
                    _topic(
                        "Handout about compost",
                        "Here is my draft of the two pages. Please say if the part about worms is too long.",
                        "It is the best part, keep it.",
                        file="Compost handout.pdf",
                    ),
                    _topic(
                        "Tools that were left behind",
                        "After the last course there were three pairs of shears without a name.",
                        "One is mine, with the red handle.",
                    ),
                ],
            },
            {
                "name": "Delivery van",
                "topics": [
                    _topic(
                        "Inspection is due",
                        "The van must be inspected this month and the garage has a place on the twelfth or never.",
                        "Take it, we deliver on the thirteenth instead.",
                    ),
                    _topic(
                        "Rounds for the northern villages",
                        "Three customers in one lane get their soil on three different days. Can we put them together?",
                        "From next week on Thursdays, I have asked all three.",
                        file="Rounds.csv",
                    ),
                ],
            },
        ],
    },
}
"""By field of work."""

OTHERS = (
    (
        "Canteen menu for the week",
        "Soup on Monday, pasta on Tuesday, and the cook is away from Wednesday on.",
    ),
    ("Lost umbrella", "A green umbrella was left in the meeting room. It is with me now."),
    ("Fire drill on Tuesday", "The alarm sounds at ten. Please use the stairs and meet at the gate."),
    ("New coffee machine", "It is in the kitchen on the first floor. Please empty the tray when it blinks."),
    ("Parking behind the building", "Two places are blocked this week while the pipes are renewed."),
    ("Birthday cake at three", "Come to the kitchen, there is more than we can eat."),
    ("Holiday requests", "Please enter your summer holidays before the end of the month."),
    ("Printer on the ground floor", "It prints in pink only. Somebody comes on Thursday."),
    ("Choir practice moved", "We meet an hour later this week because the hall is taken."),
    (
        "Minutes of the staff meeting",
        "The minutes are on the shared drive. Tell me if I got something wrong.",
    ),
)
"""Messages that have nothing to do with any project."""
ACKNOWLEDGEMENTS = (
    "Thank you, that helps.",
    "Agreed, please go ahead.",
    "Good, I have noted it.",
    "I will look at it this afternoon and come back to you.",
    "Fine with me.",
    "Thanks for letting me know so quickly.",
)
"""What the owner of the mail writes back."""

DEPARTMENTS = ("Accounts", "Front desk", "Planning", "Technical services", "Purchasing", "Public relations")
"""Where colleagues work."""
