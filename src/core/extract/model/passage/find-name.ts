import { foldText, withoutHyphens, type FoldedText, significantWords } from './folded-text';
import { type Occurrence, type Passage, type PassageSentence, belongsToOtherName } from './passage';

/** Letters of scripts with spaces between words, where a name must not begin or end within a word. */
const SPACED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}\p{N}]/u;
const WRAPPING = /^[\s"'([{*_]+|[\s"')\]}*_.,;:!?]+$/gu;
const ARTICLE = /^(?:the|an?) (?=\S)/iu;

/**
 * Finds a name in a passage, in reading order. The name is looked for literally, except for case, accents, quotes,
 * dashes and white space. Else without hyphens, as those at line ends, and across a sentence end. Models also write
 * names fuller or plainer than the text. So each sentence with all of its significant words counts last.
 */
export function findName(passage: Passage, name: string): readonly Occurrence[] {
  const { sentences } = passage;
  const wanted = plainName(name);
  if (!/[\p{L}\p{N}]/u.test(wanted)) return [];
  const ways: readonly (() => readonly Occurrence[])[] = [
    () => sentences.flatMap((sentence, index) => verbatimIn(sentence, index, sentence.folded, wanted)),
    () => withHyphensAside(passage, wanted),
    () => sentences.flatMap((_, index) => overSentenceEnd(passage, index, wanted)),
    () => byWords(passage, [...significantWords(wanted)]),
  ];
  for (const way of ways) {
    const found = way();
    if (found.length > 0) return found;
  }
  return [];
}

/** A name as it is compared: without wrapping signs and article. */
const plainName = (name: string): string => foldText(name).text.replace(WRAPPING, '').replace(ARTICLE, '');

/** A name on one line, without a leading article. */
export const withoutArticle = (name: string): string => name.replace(/\s+/gu, ' ').trim().replace(ARTICLE, '');

function verbatimIn(sentence: PassageSentence, index: number, folded: FoldedText, wanted: string): Occurrence[] {
  const { text } = folded;
  const found: Occurrence[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    if (standsAlone(text, at, at + wanted.length)) {
      found.push(occurrence(sentence.start, folded, index, at, at + wanted.length));
    }
  }
  return found;
}

function withHyphensAside({ sentences }: Passage, wanted: string): readonly Occurrence[] {
  const plain = withoutHyphens(foldText(wanted)).text;
  return sentences.flatMap((sentence, index) =>
    plain !== wanted || sentence.folded.text.includes('-')
      ? verbatimIn(sentence, index, withoutHyphens(sentence.folded), plain)
      : [],
  );
}

/** A name that was split at a wrong sentence end. */
function overSentenceEnd({ sentences, unit }: Passage, index: number, wanted: string): readonly Occurrence[] {
  const [one, next] = [sentences[index], sentences[index + 1]];
  if (!one || !next || !wanted.includes(' ')) return [];
  const folded = foldText(unit.text.slice(one.start - unit.start, next.end - unit.start));
  return verbatimIn(one, index, folded, wanted);
}

/** Not within a longer word; a plural s may follow. */
function standsAlone(text: string, start: number, end: number): boolean {
  const isWithin = (inner: number, outer: number): boolean =>
    SPACED.test(text.charAt(inner)) && SPACED.test(text.charAt(outer));
  if (isWithin(start, start - 1)) return false;
  return !isWithin(end - 1, end) || (text.charAt(end) === 's' && !SPACED.test(text.charAt(end + 1)));
}

function byWords({ sentences }: Passage, name: readonly string[]): readonly Occurrence[] {
  const wanted = new Set(name);
  return sentences.flatMap((sentence, index) => {
    const naming = sentence.runs.filter(({ words }) => words.some(({ word }) => word === name[0]));
    if (naming.length > 0 && naming.every((run) => belongsToOtherName(run, name))) return [];
    return byWordsIn(sentence, index, wanted);
  });
}

/** The shortest stretch of the sentence with all the words. */
function byWordsIn(sentence: PassageSentence, index: number, wanted: ReadonlySet<string>): Occurrence[] {
  const last = new Map<string, number>();
  let best: readonly [number, number] | undefined;
  for (const { word, start, end } of sentence.words) {
    if (!wanted.has(word)) continue;
    last.set(word, start);
    const from = Math.min(...last.values());
    if (last.size === wanted.size && (!best || end - from < best[1] - best[0])) best = [from, end];
  }
  return best ? [occurrence(sentence.start, sentence.folded, index, ...best)] : [];
}

/** The span from `from` to before `to` in the folded text of a sentence that starts at `offset`. */
export function occurrence(offset: number, folded: FoldedText, sentence: number, from: number, to: number): Occurrence {
  const first = folded.origins[from] ?? 0;
  const last = folded.origins[to - 1] ?? first;
  let after = to;
  while (after < folded.origins.length - 1 && folded.origins[after] === last) after++;
  return { sentence, start: offset + first, end: offset + (folded.origins[after] ?? last + 1) };
}
