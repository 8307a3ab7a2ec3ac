import type { MentionBatch, MentionResult } from '../../ports/documents';
import { collectMentions, type Mention } from './mention-collector';
import { withPlainLetters } from '../../text/characters';
import { wordsOf, type TaggedTokens, type TaggedWord } from './tagged-words';
import { looksLikeHeading, wordCases, type Dictionary, type WordCases } from './word-cases';
import { canBeName, nameAt, nameMention, type Name } from './english-names';

const chunkLength = 20_000;
/** The tagger keeps every new word it meets; a fresh one after this many characters keeps memory level. */
const taggerLife = 4_000_000;

/**
 * Loads the English part-of-speech tagger (about 1 MB gzipped) and returns a finder of English mentions. What it finds follows from the batch
 * alone, whatever was read before.
 */
export async function createEnglishFinder(): Promise<(batch: MentionBatch) => MentionResult> {
  const [{ default: winkNLP }, model] = await Promise.all([import('wink-nlp'), (loading ??= loadModel())]);
  let tagger = createTagger(winkNLP, model);
  let read = 0;
  return ({ sentences }) => {
    if (read > taggerLife) [tagger, read] = [createTagger(winkNLP, model), 0];
    try {
      return findEnglish(sentences, tagger);
    } finally {
      tagger.forgetWords();
      read += sentences.reduce((sum, { length }) => sum + length, 0);
    }
  };
}

let loading: ReturnType<typeof loadModel> | undefined;

/** The model, with the entity patterns that no one here uses left out: each load would double their length until it fails. */
async function loadModel() {
  const { default: model } = await import('wink-eng-lite-web-model');
  const patterns = { machines: '[]', transformers: [] };
  return { ...model, metaCER: () => patterns };
}

/** Vocabulary of a model: each word by its place in a list, to which new words of texts are added. */
interface CoreModel {
  readonly features: {
    readonly lexeme: { readonly hash: Record<string, number>; readonly list: readonly string[] };
  };
}

interface Tagger {
  tag(text: string): TaggedTokens;
  readonly dictionary: Dictionary;
  /** Forgets the words that texts brought: `server's` is two tokens, but one once it was met as one. They stay in the list, whose places the tagger counts. */
  forgetWords(): void;
}

function createTagger(
  winkNLP: typeof import('wink-nlp').default,
  model: Awaited<ReturnType<typeof loadModel>>,
): Tagger {
  const core = (model.core as () => CoreModel)();
  const { hash, list } = core.features.lexeme;
  const nlp = winkNLP({ ...model, core: () => core }, ['pos']);
  const ownWords = list.length;
  let known = ownWords;
  const tag = (text: string): TaggedTokens => {
    const tokens = nlp.readDoc(text).tokens();
    return { values: tokens.out(nlp.its.value), tags: tokens.out(nlp.its.pos) };
  };
  const tags = new Map<string, string>();
  const has = (word: string): boolean => Object.hasOwn(hash, word) && (hash[word] ?? ownWords) < ownWords;
  return {
    tag,
    dictionary: {
      has,
      tagOf: (word) => {
        if (!has(word)) return undefined;
        const known = tags.get(word) ?? tag(word).tags[0] ?? 'X';
        tags.set(word, known);
        return known;
      },
    },
    forgetWords: () => {
      for (; known < list.length; known++) Reflect.deleteProperty(hash, list[known] ?? '');
    },
  };
}

function findEnglish(sentences: readonly string[], { tag, dictionary }: Tagger): MentionResult {
  const cases = wordCases(sentences, dictionary);
  const mentions = collectMentions();
  for (let from = 0; from < sentences.length;) {
    const to = chunkEnd(sentences, from);
    const plain = sentences.slice(from, to).map(plainSentence);
    const tokens = tag(plain.map(oneLine).join('\n'));
    let token = 0;
    for (const [n, text] of plain.entries()) {
      const { words, next } = wordsOf(text, tokens, token);
      token = next;
      const sentence = sentences[from + n] ?? text;
      const heading = text === sentence ? cases.isHeading(from + n) : looksLikeHeading(text);
      for (const mention of englishMentions(words, cases, heading, text)) mentions.add(from + n, sentence, mention);
    }
    from = to;
  }
  return mentions.finish();
}

function chunkEnd(sentences: readonly string[], from: number): number {
  let length = 0;
  let to = from;
  while (to < sentences.length && (to === from || length < chunkLength)) length += sentences[to++]?.length ?? 0;
  return to;
}

/** A sign that is not plain as it is: an address's, or one beyond ASCII. */
const notPlain = /[^ -~\n]|[/@_`\\<>{}]/;

const plainSentence = (sentence: string): string =>
  notPlain.test(sentence) ? withPlainLetters(blankAddresses(sentence)).replace(/[\u2010\u2011]/g, '-') : sentence;

/** Prepares a sentence for the tagger: no line break within it, and at least one sign. */
const oneLine = (sentence: string): string =>
  sentence.trim() === '' ? '.' : /[^\S ]/.test(sentence) ? sentence.replace(/[^\S ]/g, ' ') : sentence;

/** Web and mail addresses, paths and code become spaces of the same length: they name nothing and confuse the tagger. */
function blankAddresses(sentence: string): string {
  if (!/[/@_`\\<>{}]/.test(sentence)) return sentence;
  return sentence
    .replace(/`[^`\n]{1,200}`/g, blank)
    .replace(/<[^<>\n]{1,200}>/g, blank)
    .replace(/\S*(?:[@_\\{}]|\/\S*\/|:\/\/|www\.)\S*/g, blank);
}

const blank = (match: string): string => ' '.repeat(match.length);

const longestPhrase = 4;
const nounTags = new Set(['NOUN', 'PROPN']);

/** Names, noun compounds and common nouns of one English sentence, in order and without overlap. */
function englishMentions(words: readonly TaggedWord[], cases: WordCases, heading: boolean, text: string): Mention[] {
  const mentions: Mention[] = [];
  for (let at = 0; at < words.length;) {
    const name = nameAt(words, at, cases, heading);
    if (name) {
      const mention = isUnit(words, name, cases, text) ? undefined : nameMention(words, at, name, cases, heading);
      if (mention) mentions.push(isAbbreviated(mention, text) ? { ...mention, cue: 'thing' } : mention);
      at = name.to;
      continue;
    }
    const end = phraseEnd(words, at, cases, heading);
    if (end > at) addPhrase(mentions, words.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return mentions;
}

/** Checks if a name ends in a point within its sentence, before text that never follows a name: `D.C. Cir. 1998`. */
const isAbbreviated = ({ end }: Mention, text: string): boolean =>
  text.charCodeAt(end) === 0x2e && /^\. ?[\d),;§]/.test(text.slice(end, end + 3));

const isDigit = /\d/;

/** Checks if a name is one word of the dictionary after a number: `40 Kib`. */
function isUnit(words: readonly TaggedWord[], { from, to }: Name, cases: WordCases, text: string): boolean {
  const word = words[from];
  if (!word || to - from > 1 || word.start < 2 || !isDigit.test(text.charAt(word.start - 2))) return false;
  return cases.dictionary.has(word.facts.small);
}

/** The end of the run of adjectives and nouns in small letters that starts at a word, cut after its last noun. */
function phraseEnd(words: readonly TaggedWord[], at: number, cases: WordCases, heading: boolean): number {
  let end = at;
  let lastNoun = at;
  for (let word = words[end]; word; word = words[end]) {
    if (end > at && (!word.adjacent || (word.facts.isCapital && canBeName(words, end, cases, heading)))) break;
    if (!(nounTags.has(word.tag) || word.tag === 'ADJ') || word.facts.isStop || word.text.length < 2) break;
    end++;
    if (word.tag !== 'ADJ') lastNoun = end;
  }
  return lastNoun;
}

function addPhrase(mentions: Mention[], run: readonly TaggedWord[]): void {
  let from = Math.max(0, run.length - longestPhrase);
  while (from < run.length - 1 && run[from]?.facts.isGeneric) from++;
  const phrase = run.slice(from);
  const first = phrase[0];
  const last = phrase.at(-1);
  if (!first || !last || phrase.some(({ facts }) => facts.hasDigit || facts.isCalendar)) return;
  if (last.facts.isGenericNoun && phrase.length < 3) return;
  if (phrase.length === 1 && (last.text.length < 3 || last.tag === 'ADJ')) return;
  mentions.push({ start: first.start, end: last.end, phrase: phrase.length > 1 ? 'compound' : 'common' });
}
