import { terms } from '../../text/terms';

/** Forms of one verb whose stem changes, a verb a line: an answer tells in the past what a diary tells in the present. */
const FORMS = `
become became
begin began begun
bite bit bitten
blow blew blown
break broke broken
bring brought
build built
buy bought
catch caught
choose chose chosen
come came
deal dealt
dig dug
draw drew drawn
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown
forget forgot forgotten
freeze froze frozen
get got gotten
give gave given
go went gone
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
know knew known
lay laid
lead led
leave left
lend lent
lose lost
make made
mean meant
meet met
pay paid
ride rode ridden
ring rang rung
rise rose risen
run ran
say said
see saw seen
sell sold
send sent
shake shook shaken
shine shone
shoot shot
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
speak spoke spoken
spend spent
stand stood
steal stole stolen
stick stuck
strike struck
swear swore sworn
sweep swept
swim swam swum
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
wake woke woken
wear wore worn
win won
write wrote written
`;

/** The same of German verbs: the third person, the infinitive, the past of one and of several, and the participle where it is another word. */
const GERMAN = `
beginnt beginnen begann begannen begonnen
beschließt beschließen beschloss beschlossen
betrifft betreffen betraf betrafen betroffen
betreibt betreiben betrieb betrieben
bleibt bleiben blieb blieben geblieben
bringt bringen brachte brachten gebracht
entscheidet entscheiden entschied entschieden
enthält enthalten enthielt enthielten
entsteht entstehen entstand entstanden
erhält erhalten erhielt erhielten
fährt fahren fuhr fuhren gefahren
fällt fallen fiel fielen gefallen
findet finden fand fanden gefunden
fliegt fliegen flog flogen geflogen
gibt geben gab gaben gegeben
geht gehen ging gingen gegangen
gewinnt gewinnen gewann gewannen gewonnen
greift greifen griff griffen gegriffen
hält halten hielt hielten gehalten
heißt heißen hieß hießen
hilft helfen half halfen geholfen
kommt kommen kam kamen gekommen
lässt lassen ließ ließen gelassen
läuft laufen lief liefen gelaufen
liegt liegen lag lagen gelegen
liest lesen las lasen gelesen
nimmt nehmen nahm nahmen genommen
schließt schließen schloss schlossen geschlossen
schlägt schlagen schlug schlugen geschlagen
schreibt schreiben schrieb schrieben geschrieben
sieht sehen sah sahen gesehen
sinkt sinken sank sanken gesunken
spricht sprechen sprach sprachen gesprochen
springt springen sprang sprangen gesprungen
steht stehen stand standen gestanden
steigt steigen stieg stiegen gestiegen
stirbt sterben starb starben gestorben
trägt tragen trug trugen getragen
trifft treffen traf trafen getroffen
tritt treten trat traten getreten
verliert verlieren verlor verloren
wächst wachsen wuchs wuchsen gewachsen
zieht ziehen zog zogen gezogen
`;

const forms = new Map<string, readonly string[]>();
for (const line of `${FORMS.trim()}\n${GERMAN.trim()}`.split('\n')) {
  const members = [...new Set(terms(line))];
  for (const member of members) forms.set(member, [...(forms.get(member) ?? []), ...members]);
}

/** The other forms of a verb's term, itself among them; none for other terms. */
export const formsOf = (term: string): readonly string[] => forms.get(term) ?? [];

const rowsOf = (lines: string): readonly (readonly string[])[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => line.split(' '));

/** The past and the participle of each verb whose stem changes, with its present forms. */
const presents = new Map<string, readonly string[]>([
  ...rowsOf(FORMS).flatMap(([base = '', ...past]) =>
    past.filter((one) => one !== base).map((one) => [one, [base, `${base}s`, `${base}es`]] as const),
  ),
  ...rowsOf(GERMAN).flatMap(([third = '', infinitive = '', ...past]) =>
    past.filter((one) => one !== infinitive).map((one) => [one, [third, infinitive]] as const),
  ),
]);

/** What a form of the past or a participle whose stem changes is in the present, as it is written: "take", "takes" of "took" and "taken"; none for other words. */
export const presentsOf = (past: string): readonly string[] => presents.get(past) ?? [];

const PAST = /\p{L}{2}ed$/u;
const NOUN = /(?:ing|ings)$/u;

/** Whether a word is likely a verb that tells what was done: a form whose stem changes, or one with the ending of the past. */
export const isVerb = ({
  lower,
  held,
}: {
  readonly lower: string;
  readonly held: ReadonlyMap<string, number>;
}): boolean =>
  PAST.test(lower) || (!NOUN.test(lower) && [...held].some(([term, value]) => value === 1 && forms.has(term)));
