import { wordSet } from '../../text/word-set';
/** Words with which answers say where they have something from: of these alone a lead-in is made. */
const TELLING = wordSet(
  'according document documents record records source sources passage passages text texts report reports context data information material materials file files ' +
    'account accounts article excerpt excerpts evidence page section notes answer based ' +
    'say says said state states stated note notes noted mention mentions mentioned describe describes described indicate indicates show shows report reported ' +
    'tell tells told read reads recorded written found set down given ' +
    'unterlagen quelle quellen dokument dokumente dokumenten text texte bericht berichte berichten protokoll akten laut gemäß zufolge heißt steht ' +
    'festgehalten vermerkt berichtet erwähnt geht hervor nach',
);
const SMALL = wordSet(
  'the a an in to from by on of as is are was it this that there these also which we i can be what here ' +
    'in den der die das dem es ist auch aus wird dass wie steht hier',
);
const ENDS = /^(?:[,:，：]|that\b|dass\b)/iu;
const HAN = /^(?:据|根据|按照)[^，,：:]{0,12}[，,：:]\s*/u;
const WORD = /^\s*(?:\p{L}+|\d{1,3}(?![\d.,]*\d))/u;
const LONGEST = 10;

/** Length of what an answer's sentence says of its own sources before it says anything: "According to Source 3, "; 0 for none. */
export function leadInLength(text: string): number {
  const han = HAN.exec(text)?.[0].length ?? 0;
  if (han > 0) return han;
  let at = 0;
  let telling = 0;
  for (let count = 0; count <= LONGEST; count++) {
    const rest = text.slice(at);
    const gap = /^\s*/u.exec(rest)?.[0].length ?? 0;
    const end = ENDS.exec(rest.slice(gap))?.[0];
    if (end !== undefined && telling > 0)
      return at + gap + end.length + (/^\s*/u.exec(rest.slice(gap + end.length))?.[0].length ?? 0);
    const word = WORD.exec(rest)?.[0];
    if (word === undefined) return 0;
    const lower = word.trim().toLowerCase();
    if (TELLING.has(lower)) telling += 1;
    else if (!SMALL.has(lower) && !/^\d/u.test(lower)) return 0;
    at += word.length;
  }
  return 0;
}
