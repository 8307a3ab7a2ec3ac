import { terms } from '../../text/terms';
import LISTS from './task-words.json' with { type: 'json' };

/** Task that a question on the whole sets, where a view of Explore does it. */
export type QuestionTask = 'contradictions' | 'timeline' | 'summary';

/** The first that a question names is its task: "summarise the events" wants the events. */
const TASKS: readonly QuestionTask[] = ['contradictions', 'timeline', 'summary'];

type Lists = Readonly<Partial<Record<string, Readonly<Record<QuestionTask, string>>>>>;
const lists: Lists = LISTS;

const wordsFor = (language: string, task: QuestionTask): readonly string[] => lists[language]?.[task].split(' ') ?? [];

/** The parts of a question that show its task. */
interface TypedQuestion {
  readonly typed: string;
  /** BCP 47 primary language. */
  readonly language: string;
  readonly scope: 'whole' | 'specific';
}

/** The task of a question without a subject of its own; undefined where it names none. */
export function questionTask({ scope, language, typed }: TypedQuestion): QuestionTask | undefined {
  if (scope !== 'whole') return undefined;
  const text = typed.normalize('NFC').toLowerCase();
  const words = new Set<string>(text.match(/[\p{L}\p{M}]+/gu));
  const isNamed = (word: string): boolean => (NO_SPACES.test(word) ? text.includes(word) : words.has(word));
  return TASKS.find((task) => wordsFor(language, task).some(isNamed));
}

const NO_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Index terms of all words that name a task in a language, which occur in texts that do it. */
export const taskTerms = (language: string, task: QuestionTask): readonly string[] => [
  ...new Set(wordsFor(language, task).flatMap((text) => terms(text, language))),
];
