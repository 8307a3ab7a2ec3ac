import { isStopWord } from '../text/stop-words';
import { canBeName, nameAt, nameMention } from './english-names';
import { isCapital, isGeneric, lower } from './english-words';
import type { Mention } from './mention-collector';
import type { TaggedWord } from './tagged-words';
import type { WordCases } from './word-cases';
import { calendarWords, genericNouns } from './word-lists';

const longestPhrase = 4;
const nounTags = new Set(['NOUN', 'PROPN']);

/** Names, noun compounds and common nouns of one English sentence, in order and without overlap. */
export function englishMentions(words: readonly TaggedWord[], cases: WordCases, heading: boolean): Mention[] {
  const mentions: Mention[] = [];
  for (let at = 0; at < words.length;) {
    const name = nameAt(words, at, cases, heading);
    if (name) {
      const mention = nameMention(words, at, name, heading);
      if (mention) mentions.push(mention);
      at = name.to;
      continue;
    }
    const end = phraseEnd(words, at, cases, heading);
    if (end > at) addPhrase(mentions, words.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return mentions;
}

/** The end of the run of adjectives and nouns in small letters that starts at a word, cut after its last noun. */
function phraseEnd(words: readonly TaggedWord[], at: number, cases: WordCases, heading: boolean): number {
  let end = at;
  let lastNoun = at;
  for (let word = words[end]; word; word = words[end]) {
    if (end > at && (!word.adjacent || (isCapital(word) && canBeName(words, end, cases, heading)))) break;
    if (!(nounTags.has(word.tag) || word.tag === 'ADJ') || isStopWord(word.text) || word.text.length < 2) break;
    end++;
    if (word.tag !== 'ADJ') lastNoun = end;
  }
  return lastNoun;
}

function addPhrase(mentions: Mention[], run: readonly TaggedWord[]): void {
  let from = Math.max(0, run.length - longestPhrase);
  while (from < run.length - 1 && isGeneric(run[from])) from++;
  const phrase = run.slice(from);
  const first = phrase[0];
  const last = phrase.at(-1);
  if (!first || !last || phrase.some((word) => /\d/.test(word.text) || calendarWords.has(lower(word)))) return;
  const generic = genericNouns.has(lower(last)) || genericNouns.has(lower(last).replace(/s$/, ''));
  if (generic && phrase.length < 3) return;
  if (phrase.length === 1 && (last.text.length < 3 || last.tag === 'ADJ')) return;
  mentions.push({ start: first.start, end: last.end, phrase: phrase.length > 1 ? 'compound' : 'common' });
}
