import { CRITERIA, type Criterion } from '../../../src/core/evaluation/evaluation';
import type { ChatMessage } from '../../../src/core/models/chat-model';
import {
  ANSWER_DIFFERENCE,
  ANSWER_PAIR,
  ASSERTION_CHECK,
  CLAIM_CHECK,
  DIFFERENCE_JUDGEMENT,
  NO_PART,
  PASSAGE_SUPPORT,
  RATE_PASSAGE,
  TEXT_CLAIMS,
} from '../../../src/core/prompts/judging';
import type { Prompt } from '../../../src/core/prompts/prompt';

const CLAIM = /^(\d+)\. (.+)$/gmu;

type Judgement = (user: string, isJson: boolean) => string;

/**
 * The replies of a judge that takes texts by their sentences, and says what stands in them letter by letter. Of two answers, the longer one is more
 * comprehensive and the shorter one more direct; by the other criteria they are equal. Undefined for a call that is none of a judge.
 */
export function judgingReply(messages: readonly ChatMessage[]): string | undefined {
  const [system = '', user = ''] = [messages[0]?.content, messages.at(-1)?.content];
  const judgement = JUDGEMENTS.find(([{ system: words }]) => system.startsWith(words.split('{')[0] ?? ''));
  return judgement?.[1](user, system.includes('JSON'));
}

const [FIRST, SECOND, END] = ['First answer: ', '\nSecond answer: ', '\n</data>'] as const;

const choice = (word: string, isJson: boolean): string => (isJson ? JSON.stringify({ choice: word }) : word);

const JUDGEMENTS: readonly (readonly [Prompt, Judgement])[] = [
  [TEXT_CLAIMS, (user) => JSON.stringify({ claims: sentencesOf(partOf(user, 'Text: ', END)) })],
  [CLAIM_CHECK, checkedClaims],
  [ASSERTION_CHECK, (_, isJson) => choice('yes', isJson)],
  [PASSAGE_SUPPORT, (user, isJson) => choice(GRADES[sharedWords(user, 'Statement: ', 'Text: ')] ?? 'part', isJson)],
  [
    RATE_PASSAGE,
    (user, isJson) => choice(String(Math.round(3 * sharedWords(user, 'Question: ', 'Passage: '))), isJson),
  ],
  [
    ANSWER_PAIR,
    (user, isJson) => {
      const criterion = CRITERIA.find((one) => user.includes(`Criterion: ${one}`)) ?? 'relevance';
      return choice(winner(criterion, partOf(user, FIRST, SECOND), partOf(user, SECOND, END)), isJson);
    },
  ],
  [ANSWER_DIFFERENCE, (user) => JSON.stringify(differenceOf(partOf(user, FIRST, SECOND), partOf(user, SECOND, END)))],
  [
    DIFFERENCE_JUDGEMENT,
    (user) => {
      const own = [
        partOf(user, 'Only the first answer: ', '\nOnly the second'),
        partOf(user, 'Only the second answer: ', END),
      ];
      const [first = '', second = ''] = own.map((part) => (part === NO_PART ? '' : part));
      return JSON.stringify(Object.fromEntries(CRITERIA.map((one) => [one, winner(one, first, second)])));
    },
  ],
];

const GRADES: Readonly<Record<number, string>> = { 1: 'full', 0: 'none' };

const partOf = (text: string, from: string, to: string): string => text.split(from)[1]?.split(to)[0]?.trim() ?? '';

const sentencesOf = (text: string): readonly string[] =>
  text.split(/(?<=[.!?])\s+/u).flatMap((sentence) => sentence.trim() || []);

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? [];

/** Share of the words of one part that another has, 0 to 1. */
function sharedWords(user: string, of: string, within: string): number {
  const [words, others] = [wordsOf(partOf(user, of, '\n')), new Set(wordsOf(partOf(user, within, END)))];
  return words.length === 0 ? 0 : words.filter((word) => others.has(word)).length / words.length;
}

function winner(criterion: Criterion, first: string, second: string): string {
  const more = first.length - second.length;
  if (more === 0 || (criterion !== 'comprehensiveness' && criterion !== 'directness')) return 'tie';
  return more > 0 === (criterion === 'comprehensiveness') ? 'first' : 'second';
}

function differenceOf(first: string, second: string): Readonly<Record<'common' | 'first' | 'second', string>> {
  const [ofFirst, ofSecond] = [sentencesOf(first), sentencesOf(second)];
  const part = (sentences: readonly string[]): string => sentences.join(' ') || NO_PART;
  return {
    common: part(ofFirst.filter((one) => ofSecond.includes(one))),
    first: part(ofFirst.filter((one) => !ofSecond.includes(one))),
    second: part(ofSecond.filter((one) => !ofFirst.includes(one))),
  };
}

function checkedClaims(user: string, isJson: boolean): string {
  const text = oneSpace(partOf(user, 'Text: ', '\nClaims:'));
  const judged = Array.from(user.matchAll(CLAIM), ([, number = '', claim = '']) => ({
    number: Number(number),
    tag: text.includes(oneSpace(claim)) ? 'says' : 'open',
  }));
  if (!isJson) return judged.map(({ number, tag }) => `${tag}|${String(number)}`).join('\n');
  const of = (wanted: string) => judged.filter(({ tag }) => tag === wanted).map(({ number }) => ({ number }));
  return JSON.stringify({ says: of('says'), denies: [], open: of('open') });
}

const oneSpace = (text: string): string => text.replaceAll(/\s+/gu, ' ');
