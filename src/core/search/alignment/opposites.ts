/** Words of which one excludes the others where they stand in one another's place: a set a line, words that agree between bars. */
const EXCLUSIVE = `
more greater | fewer less
most | fewest least
above over | below under
before | after
first | last
earlier sooner | later
increase increased rose rise rises risen grew higher | decrease decreased fell fall falls fallen shrank lower lowered
larger bigger | smaller
longer | shorter
older elder | younger
faster quicker | slower
better improved | worse worsened
open opened opens | closed closes shut
won | lost
bought | sold
accepted approved accept approve allowed permitted agreed | rejected declined refused reject decline refuse forbade forbidden banned disagreed
supported | opposed
hired appointed | dismissed
arrived | left departed
upper | lower
left | right
north northern | south southern | east eastern | west western
spring | summer | autumn | winter
morning | afternoon | evening | night
father | mother | son | daughter
brother | sister
husband | wife
uncle | aunt
grandfather | grandmother
nephew | niece
king | queen
red | blue | green | yellow | black | white | grey | brown
wood wooden timber | stone | iron | brick | copper | steel
claimant | defendant
all every | none
always | never
guilty | innocent acquitted
hot warm | cold lukewarm
sun | shade
killed drowned perished | survived lived
against | favour favor
cheaper | dearer
rich | poor
dry | wet damp
full | empty
inside | outside
started began opened founded | ended closed ceased
lengthened | shortened
strengthened | weakened
gained | lost
succeeded | failed
present | absent
confirmed admitted | denied
found | lost
mehr | weniger
lehnte lehnten lehnt ablehnte ablehnten | nahm nahmen nimmt annahm annahmen stimmte stimmten
frühling frühjahr | sommer | herbst | winter
convicted | acquitted
dollar dollars | euro euros
höher | niedriger
früher | später
stieg stiegen steigt steigen gestiegen wuchs | sank sanken sinkt sinken gesunken fiel fielen schrumpfte
größer | kleiner
länger | kürzer
älter | jünger
teurer | billiger günstiger
schneller | langsamer
besser | schlechter
gewann gewannen gewonnen | verlor verloren
kaufte kauften gekauft | verkaufte verkauften verkauft
erste ersten erster | letzte letzten letzter
links | rechts
nördlich nördlichen | südlich südlichen | östlich östlichen | westlich westlichen
eröffnet eröffnete | geschlossen schloss
dafür | dagegen
plus | moins
avant | après
antes | después
sommer | winter
vater | mutter | sohn | tochter
bruder | schwester
großvater | großmutter
oben oberer oberen obere | unten unterer unteren untere
vor | nach
angenommen | abgelehnt
`;

const opposites = new Map<string, Set<string>>();
for (const line of EXCLUSIVE.trim().split('\n')) {
  const groups = line.split('|').map((group) => group.trim().split(' '));
  for (const group of groups) {
    const others = groups.filter((one) => one !== group).flat();
    for (const member of group) opposites.set(member, new Set([...(opposites.get(member) ?? []), ...others]));
  }
}

const NONE: ReadonlySet<string> = new Set();

/** Lower-case words that say the opposite of this one, or something else of its kind. */
export const excludedBy = (lower: string): ReadonlySet<string> => opposites.get(lower) ?? NONE;
