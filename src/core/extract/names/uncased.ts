import type { MentionBatch, MentionResult } from '../../ports/documents';
import { countCollocations, type Piece } from './collocations';
import { collectMentions, withoutOverlap, type Mention } from './mention-collector';
import { stopListOf } from './word-lists';

const particles =
  /(?:에서는|에게서|으로는|에서|에게|께서|까지|부터|으로|이라고|라고|하고|은|는|이|가|을|를|의|에|와|과|도|만|로)$/u;
const personTitle =
  /^(?:박사|씨|교수|선생|선생님|الدكتورة?|السيدة?|الأستاذة?|डॉक्टर|डॉ|श्री|श्रीमती|प्रोफ़ेसर|ד"ר|פרופ'|مهندس|دکتر)/u;
const arabicPrefix = /^(?:و|ف)?(?:ال|بال|كال|لل)(?=\p{L}{3})/u;

interface Word extends Piece {
  readonly end: number;
  /** True if an Arabic article was left out before it. */
  readonly definite: boolean;
}

const koreanVerb = /(?:다|요|며|면서|지만|어서|아서|하고|않고|게|처럼)$/u;

/** A finder for spaced scripts without capitals: recurring words and word pairs, and the names that follow a personal title. */
export function createUncasedFinder(language: string): (batch: MentionBatch) => MentionResult {
  const stop = stopListOf(language);
  return ({ sentences }) => {
    const lines = sentences.map((sentence) => contentWords(sentence, language, stop));
    const names = new Set(lines.flatMap((words) => titledNames(words, language)));
    const collocations = countCollocations(lines);
    const mentions = collectMentions();
    for (const [n, words] of lines.entries()) {
      const found = [
        ...nameMentions(words, names),
        ...headedNames(words, language),
        ...termMentions(words, collocations.terms(n)),
      ];
      for (const mention of withoutOverlap(found)) mentions.add(n, sentences[n] ?? '', mention);
    }
    return mentions.finish();
  };
}

/** Words at the beginning of names of institutions. */
const institutions: Readonly<Record<string, RegExp>> = {
  ar: /^(?:مكتبة|جامعة|مدرسة|معهد|متحف|شركة|مصنع|بنك|مصرف|مستشفى|جمعية|مؤسسة|منظمة|وزارة|بلدية|صحيفة|جريدة|مجلة|حزب|نادي|فندق|مسرح|مركز|هيئة)$/u,
  fa: /^(?:دانشگاه|کتابخانه|موزه|شرکت|بانک|بیمارستان|مدرسه|انجمن|وزارت|روزنامه|سازمان|حزب|مرکز)$/u,
  he: /^(?:אוניברסיטת|ספריית|מוזיאון|חברת|בנק|בית־ספר|אגודת|משרד|עיתון|מכון|מפלגת)$/u,
};
/** Words before names of places. */
const places: Readonly<Record<string, RegExp>> = {
  ar: /^(?:مدينة|قرية|بلدة|جزيرة|نهر|بحيرة|جبل|ميناء|وادي|محافظة|ولاية|حي|شارع|خليج|بحر|قلعة|واحة)$/u,
  fa: /^(?:شهر|روستای|جزیره|رود|دریاچه|کوه|بندر|استان|خیابان|دریای)$/u,
  he: /^(?:העיר|הכפר|האי|נהר|אגם|הר|נמל|מחוז|רחוב|עמק)$/u,
};

/** Names after a word for their kind. One mention is enough, since no capital marks them. */
function headedNames(words: readonly Word[], language: string): Mention[] {
  return words.flatMap((word, n) => {
    const next = words[n + 1];
    if (!next?.joined || word.definite || personTitle.test(next.text)) return [];
    if (institutions[language]?.test(word.text))
      return [{ start: word.start, end: next.end, phrase: 'proper' } as const];
    if (!places[language]?.test(word.text)) return [];
    return [{ start: next.start, end: next.end, phrase: 'proper', cue: 'place' } as const];
  });
}

/** Names as word pairs (or one word) after a title, in Korean before it. */
function titledNames(words: readonly Word[], language: string): string[] {
  return words.flatMap((word, n) => {
    if (!personTitle.test(word.text)) return [];
    if (language === 'ko') return word.joined && words[n - 1] ? [words[n - 1]?.text ?? ''] : [];
    const [first, second] = [words[n + 1], words[n + 2]];
    if (!first?.joined) return [];
    return [second?.joined ? `${first.text} ${second.text}` : first.text];
  });
}

function nameMentions(words: readonly Word[], names: ReadonlySet<string>): Mention[] {
  return words.flatMap((word, n) => {
    const next = words[n + 1];
    if (next?.joined && names.has(`${word.text} ${next.text}`)) {
      return [{ start: word.start, end: next.end, phrase: 'proper', cue: 'person' } as const];
    }
    return names.has(word.text) ? [{ start: word.start, end: word.end, phrase: 'proper', cue: 'person' } as const] : [];
  });
}

function termMentions(words: readonly Word[], ranges: readonly (readonly [number, number])[]): Mention[] {
  return ranges.flatMap(([from, to]) => {
    const first = words[from];
    const last = words[to - 1];
    if (!first || !last || personTitle.test(first.text)) return [];
    return [{ start: first.start, end: last.end, phrase: to - from > 1 ? 'compound' : 'common' } as const];
  });
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
    if (language === 'ko' && koreanVerb.test(whole)) continue;
    words.push({
      text,
      start,
      end: start + text.length,
      definite: skip > 0,
      joined: joined && isNext(words, match.index),
    });
  }
  return words;
}

const isNext = (words: readonly Word[], start: number): boolean => start - (words.at(-1)?.end ?? -10) <= 3;

function bare(word: string, language: string): string {
  if (language !== 'ko' || word.length < 3) return word;
  const stem = word.replace(particles, '');
  return stem.length >= 2 ? stem : word;
}
