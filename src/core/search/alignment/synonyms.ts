import { terms } from '../../text/terms';
import { relatedTerms } from '../related-words';

/** Words of the same sense with which texts and their retellings say a thing, one family a line; narrower than those of questions. */
const FAMILIES = `
big large great huge vast major bigger larger
small little tiny minor smaller
fast quick rapid swift speedy quickly
begin start commence launch began begun
end finish conclude terminate cease stop halt ended
buy purchase acquire bought
sell sold sale
help aid assist support
show display exhibit reveal demonstrate indicate
say state declare tell remark assert maintain claim said told report
think believe consider hold
want wish desire
need require must
get receive obtain gain
give grant donate hand award gave given
keep retain preserve maintain kept
make produce manufacture create construct made
build erect construct built
repair mend restore fix renovate rebuild refurbish
destroy ruin wreck demolish razed
break damage fracture broke broken
hit strike struck collide
sink sank sunk
ship vessel boat steamer
car automobile vehicle
house home dwelling building
town city municipality
village hamlet settlement
street road lane
shop store
firm company business enterprise
worker employee staff labourer personnel
boss manager director head chief
child children kid youngster young
man men male
woman women female
people persons inhabitants residents
doctor physician
teacher schoolmaster instructor
pupil student
soldier troops military
police officers
money funds cash
price cost fee charge costs
pay paid finance fund payment
rise rose risen increase grow grew climb go up
fall fell fallen decrease decline drop shrink shrank lower reduce sink
win won victory triumph
lose lost defeat loss
leave left depart quit
arrive reach come came
return back
go went travel journey trip
move relocate transfer shift
open opened inaugurate
close shut closed
stay remain
live reside dwell
die died death perish
kill killed slain
born birth
marry married wed spouse
ask request inquire
answer reply respond
agree consent approve accept
refuse reject decline deny denied turn
allow permit let authorise
forbid ban prohibit
decide resolve determine decision
choose select pick elect chosen
appoint name nominate install
dismiss sack fire discharge
lead head direct lead led
found establish set create founded institute
discover find found uncover detect
look see saw observe notice
hear heard listen
write wrote written author compose
letter note message
book volume
picture image painting portrait likeness
story tale account
meeting session assembly conference
law rule regulation statute
court tribunal judge
war conflict
fight battle
attack assault
fear afraid dread
happy glad pleased
angry furious
sick ill unwell illness disease
hurt injure wound injured harm
save rescue
danger hazard risk peril
fire blaze burn
water flood
river stream
sea ocean
hill mountain
forest wood woods
field meadow
farm farmstead
animal beast
bird fowl
horse mare
food meal
drink beverage
year annual yearly
month monthly
week weekly
day daily
today now currently present
former previous earlier prior
later subsequently afterwards
early soon sooner
often frequently
yearly annually
about roughly approximately around
half halved
double twice doubled
many numerous several
whole entire complete full
only merely
new fresh recent
old ancient aged
strong powerful
weak feeble
rich wealthy well
poor needy
important significant
main chief principal primary
difficult hard
easy simple
error mistake fault
cause reason
result outcome consequence
use utilise employ
try attempt
plan scheme project
part portion section
amount quantity
number figure
vote ballot
tank reservoir container
device unit machine appliance apparatus
replace substitute
clean wash
dry drain
bang slam noise
calm settle
warm heat
cold chill
participant patient subject
larva larvae
hatch emerge
light illuminate
crew sailors
captain skipper
silent mute quiet
morning forenoon
shepherd herdsman
free gratis
read legible
exacerbation flare
freight traffic cargo
`;

const families = new Map<string, Set<string>>();
for (const line of FAMILIES.trim().split('\n')) {
  const members = new Set(terms(line));
  for (const member of members) {
    const known = families.get(member) ?? new Set<string>();
    for (const other of members) if (other !== member) known.add(other);
    families.set(member, known);
  }
}

/** Terms that say the same as this one, without it. */
export const sameSense = (term: string): readonly string[] => [...(families.get(term) ?? [])];

/** Terms with which texts answer what is asked with this one, without it: near it, but not the same. */
export const nearSense = (term: string): readonly string[] => [...relatedTerms(term)];

const SUFFIX =
  /^(?:e?s|e|e?d|ing|ings|ion|ions|ation|ations|ment|ments|er|ers|or|ors|al|ally|ly|ity|ness|ive|ance|ence|able|ible|ic|ical|ism|ist|y|ies|ial|ious|ous|en|em|es|n|t|te|ten|st|ung|ungen|lich|ig|isch|ian|ish|an|ure|ant|ent|i|ied|ise|ize|isation|ization|ern|ful|less|ship|hood)?$/u;
const LEAST_STEM = 4;

/** Whether two terms differ by endings alone: "establish" and "establishment". */
export function isDerived(a: string, b: string): boolean {
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common++;
  return common >= LEAST_STEM && SUFFIX.test(a.slice(common)) && SUFFIX.test(b.slice(common));
}
