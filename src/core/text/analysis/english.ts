import { wordSet } from '../word-set';
import { irregularForms } from './irregular-forms';

/** English words that carry no topic, lower case, apostrophes removed. Contractions that are words of their own (shed, ill, wed) are left out. */
const words = `
a about above after again against all also although always am among an and another any anyone anything are arent around as at
be became because been before being below between both but by
came can cannot cant could couldnt did didnt do does doesnt doing dont down during
each either else etc even ever every few for from further
get gets getting got had hadnt has hasnt have havent having he hed her here heres hers herself hes him himself his how however
i if im in into is isnt it itd itll its itself ive just lets
many me might more most much must mustnt my myself
neither never no nor not now of off often on once one only onto or other others ought our ours ourselves out over own
per perhaps quite rather really same shall shant she shes should shouldnt since so some somehow someone something still such
than that thats the their theirs them themselves then there theres these they theyd theyll theyre theyve this those though through thus to too toward towards
under until up upon us used very via was wasnt we were werent weve what whatever whats when whenever where wheres wherever whether
which whichever while who whoever whom whos whose why will with within without wont would wouldnt
yes yet you youd youll your youre yours yourself yourselves youve`;

const englishStopWords = wordSet(words);

/** Contractions that are other words without their apostrophe. */
const contractions: ReadonlySet<string> = new Set(['shed', 'hell', 'ill', 'wed', 'id', 'were', 'well', 'shell']);

/**
 * True for an English function word, in any case; its apostrophe counts only where it distinguishes a contraction from
 * a word (she'd, shed).
 */
export function isStopWord(word: string): boolean {
  const plain = word.toLowerCase().replace(/['’]/g, '');
  return englishStopWords.has(plain) || (plain.length < word.length && contractions.has(plain));
}

const isVowel = (word: string, at: number): boolean => {
  const letter = word[at];
  if (letter === 'y') return at > 0 && !isVowel(word, at - 1);
  return letter === 'a' || letter === 'e' || letter === 'i' || letter === 'o' || letter === 'u';
};

/** Porter's m: how often a vowel is followed by a consonant in the first `length` letters. */
function measure(word: string, length: number): number {
  let count = 0;
  let before = false;
  for (let at = 0; at < length; at++) {
    const vowel = isVowel(word, at);
    if (before && !vowel) count++;
    before = vowel;
  }
  return count;
}

function hasVowel(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (isVowel(word, at)) return true;
  return false;
}

/** Ends in consonant, vowel, consonant other than w, x, y. */
function endsShort(word: string, length: number): boolean {
  if (length < 3) return length === 2 && isVowel(word, 0) && !isVowel(word, 1);
  const last = word[length - 1];
  return (
    last !== 'w' &&
    last !== 'x' &&
    last !== 'y' &&
    !isVowel(word, length - 1) &&
    isVowel(word, length - 2) &&
    !isVowel(word, length - 3)
  );
}

/** Folds an English plural; words such as `physics`, `species` and `bus` keep their s. Lower-case input. */
export function foldPlural(word: string): string {
  const length = word.length;
  if (length < 4 || !word.endsWith('s')) return word;
  if (/(?:ss|us|is|ics|series|species)$/.test(word)) return word;
  if (word.endsWith('ies')) return length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  return /(?:sses|xes|ches|shes|zzes)$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** Repairs what is left without -ing and -ed: `hop` of `hopped`, `create` of `created`, `use` of `using`. */
function mendEnding(stem: string): string {
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([^aeiouylsz])\1$/.test(stem)) return stem.slice(0, -1);
  return measure(stem, stem.length) === 1 && endsShort(stem, stem.length) ? `${stem}e` : stem;
}

function foldVerb(word: string): string {
  if (word.endsWith('ied')) return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
  if (word.endsWith('eed')) return measure(word, word.length - 3) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') ? 2 : 0;
  const stem = word.slice(0, word.length - ending);
  if (ending === 0 || !hasVowel(stem)) return word;
  return stem.length >= 3 || (stem.length === 2 && endsShort(stem, 2)) ? mendEnding(stem) : word;
}

/** Drops a final e, and one l of two, from words of more than one syllable: `agree` and `agreed`, `travel` and `travelled`. */
function foldEnding(word: string): string {
  const body = word.length - 1;
  if (word.endsWith('ll')) return measure(word, word.length) > 1 ? word.slice(0, -1) : word;
  if (!word.endsWith('e') || body < 3) return word;
  const weight = measure(word, body);
  return weight > 1 || (weight === 1 && !endsShort(word, body)) ? word.slice(0, -1) : word;
}

const irregular = new Map(
  Object.entries(irregularForms).flatMap(([base, forms]) => forms.split(' ').map((form) => [form, base] as const)),
);

/**
 * A light stem of a lower-case English word of letters a to z: plural, -ing, -ed and final e, with the conditions of steps 1 and 5 of Porter
 * (1980), and irregular forms. `making`, `makes` and `make` have the same stem, `plane` and `plan` have not. Words of up to three letters are
 * their own stem.
 */
export function englishStem(word: string): string {
  const base = irregular.get(word) ?? word;
  return base.length < 4 ? base : foldEnding(foldVerb(foldPlural(base)));
}
