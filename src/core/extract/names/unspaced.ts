import type { MentionBatch, MentionResult } from '../../ports/documents';
import { countCollocations, type Piece } from './collocations';
import { compoundNames, chineseNames, type NameFinder } from './han-names';
import { japaneseMarks, japaneseNames } from './japanese-names';
import { collectMentions, withoutOverlap, type Mention } from './mention-collector';
import { stopListOf } from './word-lists';
import { typeOfWords } from './entity-types';

const termPattern = /^[\p{Script=Han}\p{Script=Katakana}ー々・]+$/u;
const southEastAsian = /^[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]{3,}$/u;
const latinName = /\p{Lu}[\p{L}\p{N}]+(?:[ -]\p{Lu}[\p{L}\p{N}]+)*/gu;
const quotedTitle = /《([^《》\n]{2,20})》/g;
const personSuffix = /^(?:さん|様|氏|先生|君|博士|教授|女士|同志|校长|镇长|局长|主任|医生)$/u;
/** Counts, times and words that end in a particle. */
const emptyTerm = /^(?:第|星期|周|礼拜)?[一二三四五六七八九十百千万两几数半]+\p{Script=Han}{0,2}$|[的了着过得们]$/u;
/** The segmenter's time grows faster than its input; pieces of this length keep it linear. */
const segmentLength = 400;

/** A finder for scripts without spaces: dictionary words, merged again where they keep appearing together. */
export function createUnspacedFinder(language: string): (batch: MentionBatch) => MentionResult {
  const segmenter = new Intl.Segmenter(language, { granularity: 'word' });
  const stop = stopListOf(language);
  return ({ sentences }) => {
    const lines = sentences.map((sentence) => termPieces(sentence, segmenter, stop));
    const collocations = countCollocations(lines);
    const names = language === 'zh' ? chineseNames(sentences) : undefined;
    const mentions = collectMentions();
    for (const [n, sentence] of sentences.entries()) {
      const pieces = lines[n] ?? [];
      const found = [
        ...marked(sentence, names),
        ...(language === 'ja' ? [...japaneseMarks(sentence), ...japaneseNames(sentence, pieces)] : []),
        ...compoundNames(pieces, language),
        ...terms(sentence, pieces, collocations.terms(pieces)),
      ];
      for (const mention of withoutOverlap(found)) mentions.add(n, sentence, mention);
    }
    return mentions.finish();
  };
}

/** Pieces that may be part of a term, line by line: a whole text handed to the segmenter at once exhausts memory. */
function termPieces(sentence: string, segmenter: Intl.Segmenter, stop: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let end = -1;
  for (let from = 0; from < sentence.length;) {
    const to = stretchEnd(sentence, from);
    for (const { segment, index } of segmenter.segment(sentence.slice(from, to))) {
      if (stop.has(segment) || !(termPattern.test(segment) || southEastAsian.test(segment))) continue;
      const start = from + index;
      pieces.push({ text: segment, start, joined: start === end });
      end = start + segment.length;
    }
    from = to;
  }
  return pieces;
}

function stretchEnd(sentence: string, from: number): number {
  const limit = from + segmentLength;
  if (limit >= sentence.length) return sentence.length;
  for (let at = limit; at > from + segmentLength / 2; at--)
    if (/[\s，、；：。！？]/.test(sentence[at - 1] ?? '')) return at;
  return limit;
}

function terms(sentence: string, pieces: readonly Piece[], ranges: readonly (readonly [number, number])[]): Mention[] {
  return ranges.flatMap(([from, to]) => {
    const first = pieces[from];
    const last = pieces[to - 1];
    if (!first || !last) return [];
    const start = first.start;
    const end = last.start + last.text.length;
    const title = sentence.slice(start, end);
    if (end - start < 2 || emptyTerm.test(title)) return [];
    const titled = personSuffix.test(sentence.slice(end, end + 2)) && to - from === 1;
    const named = to - from > 1 && typeOfWords(title) !== undefined;
    const phrase = titled || named ? 'proper' : to - from > 1 ? 'compound' : 'common';
    return [{ start, end, phrase, cue: titled ? 'person' : undefined } as const];
  });
}

/** Names that are marked by their writing: Latin letters, title brackets, Chinese personal names. */
function marked(sentence: string, names: NameFinder | undefined): Mention[] {
  const found: Mention[] = names?.(sentence) ?? [];
  for (const match of sentence.matchAll(quotedTitle)) {
    found.push({ start: match.index + 1, end: match.index + match[0].length - 1, phrase: 'proper' });
  }
  for (const match of sentence.matchAll(latinName)) {
    found.push({ start: match.index, end: match.index + match[0].length, phrase: 'proper' });
  }
  return found;
}
