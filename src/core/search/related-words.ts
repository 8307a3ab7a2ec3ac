import { terms } from '../text/terms';

/**
 * Words with which questions ask and texts answer the same thing, one family a line. Small on purpose: everyday
 * relations and attributes only, so that "Where did she die?" meets "her death".
 */
const FAMILIES = `
die died dies dying death dead killed deceased drowned perished
born birth birthplace native
marry married marriage wife husband spouse wed wedding widow
father mother parent son daughter child children
brother sister sibling
found founded founder founding establish established creation created create start started
write wrote written writer author authored
build built builder construct constructed construction erected
design designed designer architect
lead leads led leader head headed director chair chaired chairman chairwoman president
direct directed director
own owned owner owns possession bought belonged
buy bought purchase purchased acquire acquired acquisition
sell sold sale
owe owed owing debt
carry carried cargo freight
begin began begun start started beginning opened
end ended finish finished close closed closure
discover discovered discovery found
invent invented inventor invention
pay paid payment cost costs price funded financed
job work worked works profession occupation employed career
teach taught teacher taught instructor
study studied student studies educated
live lived lives home residence resident born died
nationality citizen country american british english scottish irish french german italian spanish portuguese chinese japanese korean russian soviet indian canadian australian mexican brazilian dutch belgian swiss austrian swedish danish norwegian finnish polish czech hungarian greek turkish iranian egyptian
release released premiere premiered published publication
perform performed performer sang sung singer song single recorded band
compose composed composer music score
locate located location lies stands situated place
win won winner prize award awarded
lose lost loss
cause caused causes because reason due led
change changed changes replaced became
agree agreed agreement treaty contract signed
disagree dispute disputed contradict contradicts quarrel conflict
old age aged born
tall height high deep depth metre metres meter meters feet foot
long length far distance kilometre kilometres mile miles metre metres
big large size
heavy weight weigh weighed kilogram kilograms tonne tonnes ton tons
many number count
sink sank sunk sinking wreck wrecked
fire burned burnt
move moved moving left
find found finding discovered
meet met meeting
birthday birth born
leave left leaving leaver quit
go went gone going
give gave given gift present presented
take took taken
bring brought
send sent
keep kept keeper
hold held
speak spoke spoken
tell told
make made maker
break broke broken
steal stole stolen theft
fall fell fallen
rise rose risen
teach taught
think thought
drink drank drunk
eat ate eaten food
grow grew grown
choose chose chosen choice
pet pets cat cats dog dogs animal animals
allow allowed permit permitted permission
forbid forbidden prohibit prohibited ban banned
obligation obligations duty duties
money finance finances financial balance fund funds budget income debt
fund funded paid sponsor sponsored
fee fees subscription charge charges
wage wages salary pay earn earned
job profession occupation trade
repair repaired repairs mend mended
colour color
conflict conflicts contradict contradiction contradictions dispute quarrel quarrelled disagree disagreed opposed opposition against deny denied versions
problem problems trouble difficulty fault broken lost
丈夫 先生 结婚 嫁给
妻子 太太 夫人 结婚
年纪 年龄 岁
价格 价钱 花了 元
去世 死了 逝世
出生 生于 生日
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

const NOTHING: ReadonlySet<string> = new Set();

/** Terms that ask or answer the same as this one, without it. */
export function relatedTerms(term: string): ReadonlySet<string> {
  return families.get(term) ?? NOTHING;
}
