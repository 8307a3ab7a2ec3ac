import type { Demand } from './demands';
import type { Word } from './statement';
import { bordersBefore } from './statement-parts';

const CUES = new Set(
  (
    'not no never none neither nor without nobody nothing cannot hardly barely scarcely rarely seldom failed refused declined denied denies deny denying lacked lacks lacking unable rejected ' +
    'nicht kein keine keinen keinem keiner keines nie niemals nichts niemand keinesfalls keineswegs ohne weder ne pas jamais sans aucun aucune nunca sin jamás tampoco non mai senza'
  ).split(' '),
);
const KEEPS = new Set(
  'keep keeps kept prevent prevents prevented stop stops stopped hinder hindered barred'.split(' '),
);
const REACH = 4;
const HAN_CUES = /[不没未无非]/u;
const NO_DENIAL = /非常|未来|无线|无锡|不仅|不同|不久|不断|不过|不少|南非|北非|非洲/gu;

/** Terms that a statement denies: those of the next few words after "not", "never", "without" in the same part. */
export const deniedKeys = (words: readonly Word[]): ReadonlySet<string> => new Set(eachDenied(words));

/** The same without those that it says elsewhere without a denial: "boil" of "do not let it boil, because boiling destroys it". */
function onlyDenied(words: readonly Word[]): ReadonlySet<string> {
  const denied = eachDenied(words);
  if (denied.length === 0) return new Set();
  const [said, taken] = [timesOf(words.flatMap(({ keys }) => keys)), timesOf(denied)];
  return new Set(denied.filter((key) => (taken.get(key) ?? 0) >= (said.get(key) ?? 0)));
}

function timesOf(keys: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const key of keys) times.set(key, (times.get(key) ?? 0) + 1);
  return times;
}

/** Each denied term as often as it is denied. */
function eachDenied(words: readonly Word[]): readonly string[] {
  const denied: string[] = [];
  words.forEach(({ lower, part }, place) => {
    if (!isCue(words, place)) return;
    let reached = 0;
    for (let at = lower === 'nor' ? place : place + 1; at < words.length && reached < REACH; at++) {
      const word = words[at];
      if (!word || word.part !== part || word.lower === 'but' || word.lower === 'sondern') break;
      denied.push(...word.keys);
      if (word.keys.length > 0) reached += 1;
    }
    if (STANDS_LAST.has(lower) && isLast(words, place)) denied.push(...clauseBefore(words, place));
  });
  return denied;
}

/** German denials that may stand behind all that they deny: "der Verein verleiht das Boot nicht". */
const STANDS_LAST = new Set('nicht nie niemals keinesfalls keineswegs mitnichten'.split(' '));

/** What may still stand behind it: "nicht mehr", "findet nicht statt". */
const AFTER_LAST = new Set('mehr auch immer wieder statt an auf aus ab zu vor ein mit teil weg zurück fest'.split(' '));

const isLast = (words: readonly Word[], place: number): boolean => {
  const border = words.findIndex((word, at) => at > place && word.part !== words[place]?.part);
  const behind = words.slice(place + 1, border < 0 ? words.length : border);
  return behind.length < LONGEST_LAST && behind.every(({ lower }) => AFTER_LAST.has(lower));
};
const LONGEST_LAST = 4;

/** Terms from the beginning of a clause to a word. */
const clauseBefore = (words: readonly Word[], place: number): readonly string[] => {
  const borders = bordersBefore(words);
  return words.slice(0, place).flatMap(({ keys }, at) => (borders[at] === borders[place] ? keys : []));
};

function isCue(words: readonly Word[], place: number): boolean {
  const { lower = '' } = words[place] ?? {};
  if (lower === 'from') return isKeptFrom(words, place);
  return CUES.has(lower) && !(lower === 'not' && words[place + 1]?.lower === 'only');
}

/** "kept the boat from landing". */
const isKeptFrom = (words: readonly Word[], place: number): boolean =>
  /ing$/u.test(words[place + 1]?.lower ?? '') &&
  words.slice(Math.max(0, place - FAR), place).some(({ lower }) => KEEPS.has(lower));
const FAR = 6;

/** How many words of a statement deny something. */
const cuesOf = (words: readonly Word[]): number =>
  words.filter(({ lower }, place) => isCue(words, place) || hasHanCue(lower)).length;

const hasHanCue = (lower: string): boolean => HAN_CUES.test(lower.replace(NO_DENIAL, ''));

/**
 * Whether one statement denies what the other says, as far as they share words: `same` where a word that both have is denied by one of them
 * alone, `other` where one of them only has more denials, which may be another way of saying it ("no longer valid" for "expired").
 */
export function denialBetween(
  words: readonly Word[],
  demands: readonly Demand[],
  texts: readonly (readonly Word[])[],
): 'same' | 'other' | null {
  const isDenying = texts.some((text) => cuesOf(toldWith(demands, text)) >= cuesOf(words));
  const found = texts.map((text) => denialIn(words, demands, text, isDenying));
  return found.includes('same') ? 'same' : (found.find((one) => one !== null) ?? null);
}

/** The parts of a text, between commas and words such as "because", that tell of what a statement names. */
function toldWith(demands: readonly Demand[], text: readonly Word[]): readonly Word[] {
  const borders = bordersBefore(text);
  const isCommon = ({ keys }: Word): boolean =>
    demands.some(({ kind, held }) => kind === 'word' && keys.some((key) => (held.get(key) ?? 0) >= CLOSE));
  const parts = new Set(text.flatMap((word, at) => (isCommon(word) ? [borders[at]] : [])));
  return text.filter((_, at) => parts.has(borders[at]));
}

/** `isDenying` where any of the grounds denies as much as the statement, if in other words. */
function denialIn(
  words: readonly Word[],
  demands: readonly Demand[],
  ground: readonly Word[],
  isDenying: boolean,
): 'same' | 'other' | null {
  if (isDeniedInHan(words, ground)) return 'same';
  const own = deniedKeys(words);
  const theirs = onlyDenied(ground);
  const said = new Set(ground.flatMap(({ keys }) => keys));
  const common = demands.filter(
    ({ kind, held }) => kind !== 'number' && [...held].some(([key, value]) => value >= CLOSE && said.has(key)),
  );
  const isIn =
    (keys: ReadonlySet<string>) =>
    ({ held }: Demand): boolean =>
      [...held].some(([key, value]) => value >= CLOSE && keys.has(key));
  const ours = common.filter(isIn(own));
  if (ours.length > 0 && !ours.some(isIn(theirs)))
    return ours.some(({ kind }) => kind !== 'name') && !isDenying && !isContrast(words) ? 'same' : 'other';
  if (cuesOf(words) > cuesOf(ground)) return 'other';
  const isLess = cuesOf(words) < cuesOf(ground);
  if (isLess && words.some(({ keys }) => keys.some((key) => requiredKeys(ground).has(key)))) return 'other';
  return isLess && common.some((demand) => isIn(theirs)(demand) && !isIn(own)(demand)) ? 'same' : null;
}

const WITHOUT = new Set(['without', 'ohne']);

/** Terms of what has to be where a text says "not without": "consent" of "shall not sublet without consent". */
function requiredKeys(words: readonly Word[]): ReadonlySet<string> {
  const at = words.findIndex(({ lower }) => WITHOUT.has(lower));
  const isDenied =
    at > 0 && words.slice(0, at).some((word, place) => isCue(words, place) && word.part === words[at]?.part);
  return new Set(isDenied ? words.slice(at + 1, at + 1 + REACH).flatMap(({ keys }) => keys) : []);
}

/** "the mites, not the cold": one thing is set against another, which a passage may do without a denial. */
const isContrast = (words: readonly Word[]): boolean =>
  words.some(
    ({ lower, part }, at) => (lower === 'not' || lower === 'nicht') && at > 0 && words[at - 1]?.part === part - 1,
  );

/** Chinese words are not parted, so a denial counts for the whole part between commas that shares the statement's words. */
function isDeniedInHan(words: readonly Word[], ground: readonly Word[]): boolean {
  if (!words.some(({ lower }) => HAN.test(lower))) return false;
  const said = new Set(words.flatMap(({ keys }) => keys));
  const shared = ground.filter(({ keys }) => keys.filter((key) => said.has(key)).length >= LEAST_SHARED);
  return (
    shared.length > 0 && words.some(({ lower }) => hasHanCue(lower)) !== shared.some(({ lower }) => hasHanCue(lower))
  );
}

const HAN = /\p{Script=Han}/u;
const LEAST_SHARED = 2;

/** How well a term must hold a word to be the same word. */
const CLOSE = 0.9;
