import type { Span } from '../../tables/tables';
import type { ContextDataset } from './context';

/** A sentence that a row may say, with where the documents say it, best first. */
export interface Statement {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** One way to say what a row has to say. */
export interface Wording {
  readonly text: string;
  /** The text's sentences; found only when they are asked for. */
  readonly statements: () => readonly Statement[];
}

/** A candidate for a row of a table. */
export interface Entry {
  readonly dataset: ContextDataset;
  readonly id: string;
  /** Row number in its table of the index; of a text unit its number in the store. */
  readonly row: number;
  readonly title: string;
  readonly score: number;
  /** The row after its number, with one of the wordings in it. */
  readonly cells: (text: string) => readonly (string | number)[];
  /** The fullest first; at least one. */
  readonly wordings: readonly Wording[];
  /** Documents whose words it says; found only when they are asked for. */
  readonly documentIds: () => readonly string[];
}

const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。！？…」』）]$/u;

/** Sentences as one text. */
export function joined(statements: readonly Pick<Statement, 'text'>[]): string {
  let text = '';
  for (const one of statements) text += text === '' || UNSPACED_END.test(text) ? one.text : ` ${one.text}`;
  return text;
}

/** A wording that is made of its sentences. */
export const wordingOf = (statements: readonly Statement[]): Wording => ({
  text: joined(statements),
  statements: () => statements,
});
