import type { MentionBatch, MentionResult, PhraseKind } from '../ports';
import { countCollocations, type Piece } from './collocations';
import { collectMentions } from './mention-collector';
import { stopListOf } from './stop-lists';

const particles =
  /(?:에서는|에게서|으로는|에서|에게|께서|까지|부터|으로|이라고|라고|하고|은|는|이|가|을|를|의|에|와|과|도|만|로)$/u;
const personTitle =
  /^(?:박사|씨|교수|선생|선생님|الدكتورة?|السيدة?|الأستاذة?|डॉक्टर|डॉ|श्री|श्रीमती|प्रोफ़ेसर|ד"ר|פרופ'|مهندس|دکتر)/u;
const arabicPrefix = /^(?:و|ف)?(?:ال|بال|كال|لل)(?=\p{L}{3})/u;

interface Word extends Piece {
  readonly end: number;
}

/** A finder for spaced scripts without capitals: recurring words and word pairs, and what follows a personal title. */
export function createUncasedFinder(language: string): (batch: MentionBatch) => MentionResult {
  const stop = stopListOf(language);
  return ({ sentences }) => {
    const lines = sentences.map((sentence) => contentWords(sentence, language, stop));
    const collocations = countCollocations(lines);
    const mentions = collectMentions();
    for (const [n, words] of lines.entries()) {
      for (const [from, to] of collocations.terms(words)) {
        const first = words[from];
        const last = words[to - 1];
        const text = sentences[n] ?? '';
        if (!first || !last || personTitle.test(first.text)) continue;
        const titled = first.joined && personTitle.test(words[from - 1]?.text ?? '');
        const after = words[to];
        const korean = after?.joined === true && language === 'ko' && personTitle.test(after.text);
        const phrase: PhraseKind = titled || korean ? 'proper' : to - from > 1 ? 'compound' : 'common';
        const cue = phrase === 'proper' ? ('person' as const) : undefined;
        mentions.add(n, text, { start: first.start, end: last.end, phrase, cue });
      }
    }
    return mentions.finish();
  };
}

/** Words of three letters and more (two in Korean) without stop words, particles and the Arabic article. */
function contentWords(sentence: string, language: string, stop: ReadonlySet<string>): Word[] {
  const words: Word[] = [];
  const shortest = language === 'ko' ? 2 : 3;
  let end = -1;
  for (const match of sentence.matchAll(/[\p{L}\p{M}]+(?:['’"-][\p{L}\p{M}]+)*/gu)) {
    const [whole] = match;
    const skip = language === 'ar' ? (arabicPrefix.exec(whole)?.[0].length ?? 0) : 0;
    const start = match.index + (personTitle.test(whole) ? 0 : skip);
    const text = bare(sentence.slice(start, match.index + whole.length), language);
    const joined = end >= 0 && /^[ \u00a0]+$/.test(sentence.slice(end, match.index));
    end = match.index + whole.length;
    if (text.length < shortest || stop.has(whole) || stop.has(text)) continue;
    words.push({ text, start, end: start + text.length, joined: joined && isNext(words, match.index) });
  }
  return words;
}

const isNext = (words: readonly Word[], start: number): boolean => start - (words.at(-1)?.end ?? -10) <= 3;

function bare(word: string, language: string): string {
  if (language !== 'ko' || word.length < 3) return word;
  const stem = word.replace(particles, '');
  return stem.length >= 2 ? stem : word;
}
