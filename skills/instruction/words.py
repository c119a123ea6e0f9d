"""Words of ordinary English that instructions are made of: in small letters, none of them is a name."""

from __future__ import annotations

ORDINARY = frozenset(
    """
    a able about above according account across act actual add adding addition after afterwards again
    against ago all almost alone along already also although always am among amount an and another
    answer any anybody anyone anything anywhere apart appear appears apply archive archived archives are
    area around arrange as ask asked at available average away back background bar base based be because
    become been before begin beginning begins behind being belong belongs below beside besides best
    better between beyond big bigger biggest blank block board body bold border both bottom box break
    bring bug build busy but button by calculate call called can cannot carefully carry case category
    cell cells center centre change changed changes changing chart check choose chosen circle class
    clean clear click close closed code collect color colored colour coloured column columns come comes
    comment comments common compare complete completed condition contain containing contains content
    contents continue convert copies copy correct could count counts course cover create created cross
    currency current currently cut daily data date dates day days decimal decimals deep default define
    delete deleted depend describe description desktop detail details did differ difference different
    directly display distinct divide do document documents does doing done double down draft drafts drag
    draw drop due duplicate duplicates during each earlier earliest early edit either else empty end
    ended ending ends enough enter entered entire entirely entries entry equal equals error errors etc
    even ever every everybody everyone everything everywhere exact exactly example except exist existing
    exists extra fact fall false far fast few fewer fewest field fields figure figures file files fill
    filled filter filtered final finally find finish finished first fit fix folder folders follow
    following follows font footer for form format formats formatted formatting formula formulas forward
    found frame free freeze fresh from front full further general get give given gives giving go goes
    going good got grand graph grateful great greater greatest green grid group groups grow had half
    hand happen hard has have having he head header headers heading headings height hello help helper
    her here hide high higher highest highlight highlighted him his hold horizontal hour hours how
    however i idea identical if immediately important in include included includes including increase
    insert inside instead into is it item items its itself job join junk just keep keeping keeps key
    keys kind know known label labels landscape large larger largest last late later latest layer leave
    leaves left length less let letter letters level like line lines link links list listed lists little
    local lock long longer look looking looks low lower lowest made mail main make makes making many
    margin mark marked match matches matching matter maximum may me mean means meeting menu merge
    message messages middle might mind minimum minute minutes missing mistake mode moment month monthly
    months more morning most move moved much multiply must my myself name named names near need needed
    needs negative neighbour never new newest next no nobody none nor not note notes nothing now number
    numbers object of off office often ok okay old older oldest on once one ones only onto open opened
    opens option options or order ordered orders orientation original other others otherwise our ours
    out outside over overview own page pages paper paragraph part parts paste people per percent
    percentage period person picture piece place placed places plain plan please plus point portrait
    position positive possible prepare present press previous print printed problem produce project
    proper properly property protect protected provide purpose put question quick quickly quite range
    ranges rather read reads ready real really reason record records red refer reference regard remain
    remaining remains remember remove removed rename renamed repeat replace replaced report request
    required rest restrict result results review right role rotate round rounded row rows rule rules run
    same save saved saves say says scale screen search second section see seem select selected selection
    send sent separate series set sets setting settings several shade share she sheet sheets short
    should show showing shown shows side sign similar simple simply since single size slide slides small
    smaller smallest so some somebody someone something sort sorted source space spaces split spot
    spreadsheet standard start started starts state stay stays step still stop stored straight style
    such sum summary sums sure switch tab table tables take taken takes task tasks tell text than thank
    thanks that the their theirs them themselves then there these they thing things think this those
    through tick time times title to today together told tomorrow too top total totals toward towards
    trash true try turn turned type typed unchanged under underline unique unit units unless until
    untouched up update upper use used user uses using usual value values version vertical very view
    want wanted wants was way ways we week weekly well were what whatever when where wherever whether
    which while white who whole whom whose why wide width will window with within without word words
    work workbook works worth would wrap write written wrong year yearly years yellow yes yesterday yet
    you your yours
    """.split()  # noqa: SIM905 - a thousand quoted words would be harder to read and to change
)
