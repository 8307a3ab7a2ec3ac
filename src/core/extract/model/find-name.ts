import { foldText } from './folded-text';
import { significantWords } from './name-words';
import type { Occurrence, Passage, PassageSentence } from './passage';

/** Letters of scripts that put spaces between words, where a name must not begin or end within one. */
const SPACED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{N}]/u;
const WRAPPING = /^[\s"'([{*_]+|[\s"')\]}*_.,;:!?]+$/gu;
const ARTICLE = /^(?:the|an?) (?=\S)/u;

/**
 * Where a passage names something, in reading order: the name as it stands, case, accents, quotes, dashes and white space aside; else, as models
 * write names fuller or plainer than a text does, each sentence that holds all of its significant words, from the first to the last of them.
 */
export function findName({ sentences }: Passage, name: string): readonly Occurrence[] {
  const wanted = foldText(name).text.replace(WRAPPING, '').replace(ARTICLE, '');
  if (!/[\p{L}\p{N}]/u.test(wanted)) return [];
  const verbatim = sentences.flatMap((sentence, index) => verbatimIn(sentence, index, wanted));
  if (verbatim.length > 0) return verbatim;
  const words = significantWords(wanted);
  return words.size === 0 ? [] : sentences.flatMap((sentence, index) => byWordsIn(sentence, index, words));
}

function verbatimIn(sentence: PassageSentence, index: number, wanted: string): Occurrence[] {
  const { text } = sentence.folded;
  const found: Occurrence[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    if (standsAlone(text, at, at + wanted.length)) found.push(occurrence(sentence, index, at, at + wanted.length));
  }
  return found;
}

/** Not within a longer word; a plural s may follow. */
function standsAlone(text: string, start: number, end: number): boolean {
  const isWithin = (inner: number, outer: number): boolean =>
    SPACED.test(text.charAt(inner)) && SPACED.test(text.charAt(outer));
  if (isWithin(start, start - 1)) return false;
  return !isWithin(end - 1, end) || (text.charAt(end) === 's' && !SPACED.test(text.charAt(end + 1)));
}

/** The closest run of the sentence in which all the words stand. */
function byWordsIn(sentence: PassageSentence, index: number, wanted: ReadonlySet<string>): Occurrence[] {
  const last = new Map<string, number>();
  let best: readonly [number, number] | undefined;
  for (const { word, start, end } of sentence.words) {
    if (!wanted.has(word)) continue;
    last.set(word, start);
    const from = Math.min(...last.values());
    if (last.size === wanted.size && (!best || end - from < best[1] - best[0])) best = [from, end];
  }
  return best ? [occurrence(sentence, index, ...best)] : [];
}

function occurrence({ start, folded }: PassageSentence, sentence: number, from: number, to: number): Occurrence {
  const first = folded.origins[from] ?? 0;
  const last = folded.origins[to - 1] ?? first;
  let after = to;
  while (after < folded.origins.length - 1 && folded.origins[after] === last) after++;
  return { sentence, start: start + first, end: start + (folded.origins[after] ?? last + 1) };
}
