/**
 * A light English stem: plural, -ing, -ed and final e, with the conditions of Porter's step 1 (Porter 1980), so that
 * `making`, `makes` and `make` meet while `plane` and `plan` stay apart.
 */

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

function mendEnding(stem: string): string {
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (/([^aeiouylsz])\1$/.test(stem)) return stem.slice(0, -1);
  return measure(stem, stem.length) === 1 && endsShort(stem, stem.length) ? `${stem}e` : stem;
}

function foldVerb(word: string): string {
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  const ending = word.endsWith('ing') ? 3 : word.endsWith('ed') && !word.endsWith('eed') ? 2 : 0;
  if (ending === 0) return word;
  const stem = word.slice(0, -ending);
  return stem.length >= 3 && hasVowel(stem) ? mendEnding(stem) : word;
}

/** The stem of a lower-case English word of letters a to z; words of up to three letters are their own stem. */
export function stem(word: string): string {
  if (word.length < 4) return word;
  const folded = foldVerb(foldPlural(word));
  const body = folded.length - 1;
  if (!folded.endsWith('e') || body < 3) return folded;
  const weight = measure(folded, body);
  return weight > 1 || (weight === 1 && !endsShort(folded, body)) ? folded.slice(0, -1) : folded;
}
