import type { MentionBatch, MentionResult } from '../../ports/documents';
import { languageProfiles } from '../../text/language';
import { isStopWord } from '../../text/analysis/english';
import { stopListOf, honorifics, nameConnectors, personTitles } from './word-lists';
import { collectMentions, type Mention } from './mention-collector';
import { wordCases, type WordCases } from './word-cases';

const longestName = 6;
/** In German `der` and `des` between capitals join two nouns, not a name. */
const germanConnectors: ReadonlySet<string> = new Set(['von', 'van', 'zu', 'zum', 'de']);

interface Rules {
  isStop(word: string): boolean;
  readonly connectors: ReadonlySet<string>;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly adjacent: boolean;
  readonly first: boolean;
}

/** A finder for languages that write names with a capital: runs of capitalised words. German nouns count as common words. */
export function createCapitalisedFinder(language: string): (batch: MentionBatch) => MentionResult {
  const stopWords = new Set([...(languageProfiles[language] ?? '').split(' '), ...stopListOf(language)]);
  const isStop = (word: string): boolean =>
    stopWords.has(word.toLowerCase()) || (language === 'und' && isStopWord(word));
  const nounsAreCapital = language === 'de';
  const rules: Rules = { isStop, connectors: nounsAreCapital ? germanConnectors : nameConnectors };
  return ({ sentences }) => {
    const cases = wordCases(sentences);
    const parts = nounsAreCapital ? partsOfNames(sentences, cases, rules) : new Set<string>();
    const mentions = collectMentions();
    for (const [n, sentence] of sentences.entries()) {
      if (!nounsAreCapital && cases.isHeading(n)) continue;
      for (const mention of capitalRuns(sentence, cases, rules)) {
        const title = sentence.slice(mention.start, mention.end);
        const single = nounsAreCapital && !title.includes(' ') && !parts.has(title);
        mentions.add(n, sentence, single ? { ...mention, phrase: 'common' } : mention);
      }
    }
    return mentions.finish();
  };
}

/** Words of names of several words that occur at least twice: on their own they are names too. */
function partsOfNames(sentences: readonly string[], cases: WordCases, rules: Rules): Set<string> {
  const counts = new Map<string, number>();
  for (const sentence of sentences) {
    for (const { start, end } of capitalRuns(sentence, cases, rules)) {
      const title = sentence.slice(start, end);
      if (title.includes(' ')) counts.set(title, (counts.get(title) ?? 0) + 1);
    }
  }
  const parts = new Set<string>();
  for (const [title, count] of counts) if (count > 1) for (const word of title.split(' ')) parts.add(word);
  return parts;
}

function* capitalRuns(sentence: string, cases: WordCases, rules: Rules): Generator<Mention> {
  const words = wordsIn(sentence);
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (!word || !startsName(word, cases, rules)) continue;
    let to = at + 1;
    for (let step = stepOf(words, to, rules); step > 0 && to - at < longestName; step = stepOf(words, to, rules))
      to += step;
    let from = at;
    while (from < to - 1 && honorifics.has(words[from]?.text.toLowerCase() ?? '')) from++;
    const first = words[from] ?? word;
    const last = words[to - 1] ?? word;
    const titled = from > at || personTitles.has(words[at - 1]?.text.toLowerCase() ?? '');
    if (last.end - first.start > 1 && !honorifics.has(first.text.toLowerCase())) {
      yield { start: first.start, end: last.end, phrase: 'proper', cue: titled ? 'person' : undefined };
    }
    at = to - 1;
  }
}

function wordsIn(sentence: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const match of sentence.matchAll(/\p{L}[\p{L}\p{M}\p{N}'’]*(?:-\p{L}[\p{L}\p{M}\p{N}'’]*)*/gu)) {
    const gap = sentence.slice(end, match.index);
    const abbreviated = gap === '. ' && honorifics.has(words.at(-1)?.text.toLowerCase() ?? '');
    end = match.index + match[0].length;
    words.push({
      text: match[0],
      start: match.index,
      end,
      adjacent: /^[ \u00a0]+$/.test(gap) || abbreviated,
      first: words.length === 0,
    });
  }
  return words;
}

const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);

function startsName(word: Word, cases: WordCases, rules: Rules): boolean {
  if (!isCapital(word.text) || rules.isStop(word.text)) return false;
  return !word.first || honorifics.has(word.text.toLowerCase()) || cases.isName(word.text.toLowerCase());
}

function stepOf(words: readonly Word[], at: number, rules: Rules): number {
  const word = words[at];
  if (!word?.adjacent) return 0;
  if (isCapital(word.text)) return rules.isStop(word.text) ? 0 : 1;
  const next = words[at + 1];
  return rules.connectors.has(word.text) && next?.adjacent && isCapital(next.text) ? 2 : 0;
}
