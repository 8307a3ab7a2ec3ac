import type { ChatMessage } from '../../../src/core/models/chat-model';
import type { Prompt } from '../../../src/core/prompts/prompt';
import {
  GLOBAL_QUESTION,
  LINK_SCORES,
  LINK_TASKS,
  LINKED_QUESTION,
  LOCAL_QUESTION,
} from '../../../src/core/prompts/question-making';

/**
 * Replies of a model that makes questions of the words that it is shown. Of a passage it asks for the sentence with most of its names, of a group for
 * two facts, of a category for its themes. Undefined for a call that makes none.
 */
export function makingReply(messages: readonly ChatMessage[]): string | undefined {
  const [system = '', user = ''] = [messages[0]?.content, messages.at(-1)?.content];
  const making = MAKERS.find(([{ system: words }]) => system.startsWith(words.split('{')[0] ?? ''));
  return making && JSON.stringify(making[1](user));
}

const MAKERS: readonly (readonly [Prompt, (user: string) => object])[] = [
  [LOCAL_QUESTION, (user) => ({ questions: passagesOf(user).flatMap(localQuestion) })],
  [LINKED_QUESTION, linkedQuestion],
  [GLOBAL_QUESTION, (user) => ({ questions: [globalQuestion(user)] })],
];

interface Passage {
  readonly number: number;
  readonly names: readonly string[];
  readonly text: string;
}

const PASSAGE = /^\[(\d+)\] .*\n(?:Names: (.*)\n)?([^]*?)(?=\n\[\d+\] |\n<\/data>)/gmu;

const passagesOf = (user: string): readonly Passage[] =>
  Array.from(user.matchAll(PASSAGE), ([, number = '', names = '', text = '']) => ({
    ...{ number: Number(number), names: names.split(', ').filter(Boolean) },
    text: text.replaceAll(/\s+/gu, ' '),
  }));

function localQuestion({ number, names, text }: Passage): readonly object[] {
  const sentences = text.match(/[^.!?]{20,200}[.!?](?=\s|$)/gu) ?? [];
  const namesIn = (sentence: string): number => names.filter((name) => sentence.includes(name)).length;
  const [said] = sentences.map((one) => one.trim()).sort((a, b) => namesIn(b) - namesIn(a));
  if (!said) return [];
  return [{ passage: number, question: `Which passage states this: ${said}`, answer: said, statements: [said] }];
}

const FACT = /^\d+\. (.+)$/gmu;
const factsIn = (user: string): readonly string[] => Array.from(user.matchAll(FACT), ([, fact = '']) => fact);

/** Words of a fact that are no names. */
const plainWords = (fact: string): string =>
  fact
    .match(/(?<=\s)\p{Ll}{2,}/gu)
    ?.slice(0, 6)
    .join(' ') ?? '';

function linkedQuestion(user: string): object {
  const [first = '', second = ''] = factsIn(user);
  const indirect = plainWords(first);
  const asked = user.includes(LINK_TASKS.bridge) ? `of “${indirect}”` : `by “${first}” and “${second}” together`;
  return {
    ...{ question: `What is told ${asked}?`, answer: `${first} ${second}`, statements: [first] },
    ...{ facts: [1, 2], indirect: [indirect], scores: LINK_SCORES.map(() => 5) },
  };
}

function globalQuestion(user: string): object {
  const facts = factsIn(user);
  const [first = ''] = facts;
  return {
    ...{ question: `Which themes join “${plainWords(first)}” with the rest?`, answer: facts.slice(0, 3).join(' ') },
    ...{ statements: facts.slice(0, 2), facts: facts.slice(0, 6).map((_, at) => at + 1) },
  };
}
