import type { MentionBatch, MentionResult } from '../../ports/documents';
import { languageProfiles } from '../../text/language';
import { isStopWord } from '../../text/analysis/english';
import { collectMentions, type Mention } from './mention-collector';
import { isGrown, linkLength } from './particles';
import { opensAfter, wordCases, type WordCases } from './word-cases';
import {
  givenNames,
  honorifics,
  nameConnectors,
  personTitles,
  smallWordsOf,
  stopListOf,
  type SmallWords,
} from './word-lists';

const longestName = 6;
/** Times from which on a single German word that begins clauses may be a name. */
const recurring = 3;
/** Mentions of a name of which one at most has an article, as every noun has. */
const mentionsPerArticle = 20;
/** Mentions of a person's name of which one at least begins a clause. */
const mentionsPerSubject = 3;

interface Rules extends SmallWords {
  isStop(word: string): boolean;
  readonly nounsAreCapital: boolean;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly adjacent: boolean;
  /** Places where a capital may only mark a beginning. */
  readonly first: boolean;
  /** Beginnings of sentences and of their parts. */
  readonly clause: boolean;
}

/** A finder for languages that write names with a capital: runs of capitalised words. German nouns count as common words. */
export function createCapitalisedFinder(language: string): (batch: MentionBatch) => MentionResult {
  const stopWords = new Set([...(languageProfiles[language] ?? '').split(' '), ...stopListOf(language)]);
  const isStop = (word: string): boolean =>
    stopWords.has(word.toLowerCase()) || (language === 'und' && isStopWord(word));
  const nounsAreCapital = language === 'de';
  const rules: Rules = { ...smallWordsOf(language), isStop, nounsAreCapital };
  return ({ sentences }) => {
    const cases = wordCases(sentences);
    const runs = sentences.map((sentence, n) => {
      const heading = !nounsAreCapital && cases.isHeading(n);
      return [...capitalRuns(sentence, cases, rules, heading)];
    });
    const singles = nounsAreCapital ? singleNames(sentences, runs) : null;
    const mentions = collectMentions();
    for (const [n, sentence] of sentences.entries()) {
      for (const mention of runs[n] ?? []) {
        const title = sentence.slice(mention.start, mention.end);
        const isNoun = singles !== null && !title.includes(' ') && !singles.has(title);
        mentions.add(n, sentence, isNoun ? { ...mention, phrase: 'common' } : mention);
      }
    }
    return mentions.finish();
  };
}

interface Uses {
  count: number;
  subject: number;
  article: number;
}

/**
 * German words that are names on their own. Some stand after a personal title, or end the name of a person; some are parts of longer names that
 * recur. Others begin clauses again and again, and hardly ever have an article.
 */
function singleNames(sentences: readonly string[], runs: readonly (readonly Mention[])[]): ReadonlySet<string> {
  const singles = new Map<string, Uses>();
  const whole = new Map<string, number>();
  const names = new Set<string>();
  for (const [n, sentence] of sentences.entries()) {
    for (const { start, end, cue } of runs[n] ?? []) {
      const title = sentence.slice(start, end);
      if (title.includes(' ')) {
        whole.set(title, (whole.get(title) ?? 0) + 1);
        if (cue === 'person') names.add(title.slice(title.lastIndexOf(' ') + 1));
        continue;
      }
      if (cue === 'person') names.add(title);
      const uses = singles.get(title) ?? { count: 0, subject: 0, article: 0 };
      singles.set(title, uses);
      uses.count++;
      if (cue === 'subject') uses.subject++;
      if (cue === 'thing') uses.article++;
    }
  }
  for (const [title, count] of whole) if (count > 1) for (const word of title.split(' ')) names.add(word);
  for (const [title, { count, subject, article }] of singles) {
    const isBare = article * mentionsPerArticle <= count && subject * mentionsPerSubject >= count;
    if (subject >= recurring && isBare) names.add(title);
  }
  return names;
}

function* capitalRuns(sentence: string, cases: WordCases, rules: Rules, heading: boolean): Generator<Mention> {
  const words = wordsIn(sentence);
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (!word || !startsName(words, at, cases, rules, heading)) continue;
    let to = at + 1;
    while (to - at < longestName) {
      const step = stepOf(words, at, to, rules);
      if (step === 0 || (heading && !isKnown(words, at, to + step - 1, cases))) break;
      to += step;
    }
    let from = at;
    while (from < to - 1 && honorifics.has(words[from]?.text.toLowerCase() ?? '')) from++;
    const first = words[from] ?? word;
    const last = words[to - 1] ?? word;
    if (last.end - first.start > 1 && !honorifics.has(first.text.toLowerCase())) {
      yield { start: first.start, end: last.end, phrase: 'proper', cue: cueOf(words, at, from, to, rules) };
    }
    at = to - 1;
  }
}

/** Checks if a word of a heading continues a name: it is one elsewhere, or follows a given name. */
const isKnown = (words: readonly Word[], from: number, at: number, cases: WordCases): boolean =>
  givenNames.has(words[from]?.text ?? '') || cases.isName(words[at]?.text.toLowerCase() ?? '');

/** A letter or two before an apostrophe and a capital: the article in `l’Office`. */
const elision = /^\p{L}{1,2}['’](?=\p{Lu})/u;
const wordPattern = /\p{L}[\p{L}\p{M}\p{N}'’]*(?:[-\u2010\u2011]\p{L}[\p{L}\p{M}\p{N}'’]*)*/gu;

function wordsIn(sentence: string): Word[] {
  const words: Word[] = [];
  let end = 0;
  for (const { 0: whole, index } of sentence.matchAll(wordPattern)) {
    const gap = sentence.slice(end, index);
    const isSpace = gap === ' ';
    const first = words.length === 0 || (!isSpace && opensAfter(gap));
    const adjacent = isSpace || /^[ \u00a0]+$/.test(gap) || isAbbreviation(gap, words.at(-1));
    end = index + whole.length;
    const cut = mayBeElided(whole) ? (elision.exec(whole)?.[0].length ?? 0) : 0;
    const clause = first || (!isSpace && /[,;(]/.test(gap));
    if (cut === 0) words.push({ text: whole, start: index, end, adjacent, first, clause });
    else {
      words.push({ text: whole.slice(0, cut), start: index, end: index + cut, adjacent, first, clause });
      words.push({ text: whole.slice(cut), start: index + cut, end, adjacent: true, first: false, clause: false });
    }
  }
  return words;
}

const isAbbreviation = (gap: string, before: Word | undefined): boolean =>
  gap === '. ' && honorifics.has(before?.text.toLowerCase() ?? '');

const isApostrophe = (code: number): boolean => code === 0x27 || code === 0x2019;
const mayBeElided = (word: string): boolean => isApostrophe(word.charCodeAt(1)) || isApostrophe(word.charCodeAt(2));

const numeral = /^[IVX]{2,}$/;
const isCapital = (text: string): boolean => /^\p{Lu}/u.test(text);

function startsName(words: readonly Word[], at: number, cases: WordCases, rules: Rules, heading: boolean): boolean {
  const word = words[at];
  if (!word || !isCapital(word.text)) return false;
  const small = word.text.toLowerCase();
  const next = words[at + 1];
  const goesOn = next?.adjacent === true && isCapital(next.text);
  if (honorifics.has(small)) return true;
  if (numeral.test(word.text) || (cases.isLabel(small) && !givenNames.has(word.text))) return false;
  if (rules.isStop(word.text)) return !word.first && !heading && goesOn;
  if (heading) return cases.isName(small) || (goesOn && givenNames.has(word.text));
  if (!word.first || cases.isName(small)) return true;
  return goesOn && (givenNames.has(word.text) || cases.isPair(small, next.text.toLowerCase()));
}

/** Checks if a particle joins two nouns rather than a name where nouns have capitals too: `Zahl von Tagen`. */
const joinsNouns = (before: Word | undefined, particle: string, { articles, nounLinks }: Rules): boolean =>
  articles.has(particle) || (nounLinks.has(particle) && !givenNames.has(before?.text ?? ''));

/** Counts the words from here that continue a name. */
function stepOf(words: readonly Word[], at: number, to: number, rules: Rules): number {
  const word = words[to];
  if (!word?.adjacent) return 0;
  const next = words[to + 1];
  if (isCapital(word.text)) {
    return rules.isStop(word.text) && !(next?.adjacent === true && isCapital(next.text)) ? 0 : 1;
  }
  if (isGrown(word.text)) return 1;
  const length = linkLength(words, to, (text) => rules.nounsAreCapital && joinsNouns(words[to - 1], text, rules));
  const behind = words[to + length + 1];
  const isSecondSurname = to - at > 1 && length === 1 && !(behind?.adjacent === true && isCapital(behind.text));
  return length > 0 && (word.text !== 'y' || isSecondSurname) ? length + 1 : 0;
}

/** Checks for a title right before a word, or before the particles before it: `madame de Kerdrel`. */
function isTitled(words: readonly Word[], at: number): boolean {
  let before = at;
  do {
    if (words[before]?.adjacent !== true) return false;
    before--;
  } while (nameConnectors.has(words[before]?.text ?? ''));
  const small = words[before]?.text.toLowerCase() ?? '';
  return personTitles.has(small) || honorifics.has(small);
}

function cueOf(words: readonly Word[], at: number, from: number, to: number, rules: Rules): Mention['cue'] {
  const before = words[at]?.adjacent === true ? words[at - 1] : undefined;
  const small = before?.text.toLowerCase() ?? '';
  if (from > at || isTitled(words, at)) return 'person';
  const inner = words.slice(from + 1, to);
  if (inner.some(({ text }) => rules.personParticles.has(text))) return 'person';
  if (rules.articles.has(small)) return 'thing';
  if (rules.placePrepositions.has(small)) return 'place';
  const after = words[to];
  return words[at]?.clause === true && after?.adjacent === true && !isCapital(after.text) ? 'subject' : undefined;
}
