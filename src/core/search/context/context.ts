import type { Premise } from '../grounding';
import type { Span } from '../../tables/tables';

/** Tables of a prompt, in GraphRAG's names and order; then RAPTOR's summaries. */
export const CONTEXT_DATASETS = ['Reports', 'Entities', 'Relationships', 'Claims', 'Sources', 'Summaries'] as const;
export type ContextDataset = (typeof CONTEXT_DATASETS)[number];

/** Statement in a model's context, with the document's words behind it. */
export interface ContextPremise extends Premise {
  readonly dataset: ContextDataset;
  /** Number of its row, as shown to the model. */
  readonly number: number;
  /** Best first; of a source's sentence it is that sentence. Empty where nothing of the documents is known for it. */
  readonly spans: readonly Span[];
}

/** A row of a table, also one that found no room. */
export interface ContextRow {
  readonly dataset: ContextDataset;
  /** Stable id of the text unit, entity, relationship, claim, report or summary. */
  readonly id: string;
  /** Row number in its table of the index; of a text unit its number in the store. */
  readonly row: number;
  /** Shown to the model, from 1 in each table of one prompt; 0 for a row that found no room. */
  readonly number: number;
  readonly title: string;
  /** As it was sent; empty for a row that found no room. */
  readonly line: string;
  /** Estimated tokens of the line, or that it would have had. */
  readonly tokens: number;
  readonly score: number;
  readonly used: boolean;
  /** Premises that can be cited; empty for a row that found no room. */
  readonly premises: readonly ContextPremise[];
  /** Documents whose words are in the line. */
  readonly documentIds: readonly string[];
}

/** Columns that a person may have left out, and `links`, the number of picked entities that touch one that is not. */
export type HiddenColumn = 'occurrence weight' | 'rank' | 'number of relationships' | 'weight' | 'links';

/** A table as a model is shown it. */
export interface TableForm {
  readonly dataset: ContextDataset;
  /** After the number. */
  readonly columns: readonly string[];
  /** Columns that are left out; none by default. */
  readonly hidden?: readonly HiddenColumn[];
}

/** One table of a prompt, with the rows that found no room. */
export interface ContextTable {
  readonly dataset: ContextDataset;
  readonly form: TableForm;
  /** Best first; the used ones in the order in which they were sent. */
  readonly rows: readonly ContextRow[];
  /** Estimated tokens that it might have taken. */
  readonly budget: number;
  /** Estimated tokens of its heading and used rows. */
  readonly tokens: number;
}

/** Part of the index that a prompt shows, with its selection. */
export interface BuiltContext {
  readonly tables: readonly ContextTable[];
  /** The tables as sent; empty when nothing found room. */
  readonly text: string;
  /** Estimated tokens of the text; never over the budget. */
  readonly tokens: number;
  readonly budget: number;
  /** Documents whose words are in the text. */
  readonly documentIds: readonly string[];
}

/** Shares of a context's tokens. They add up to 1 at most, and unused tokens of one go to the next. */
export interface ContextShares {
  readonly reports: number;
  /** Entities, relationships and claims. */
  readonly graph: number;
  readonly sources: number;
}

/** Lists the premises of the context's rows. */
export const premisesOf = ({ tables }: Pick<BuiltContext, 'tables'>): readonly ContextPremise[] =>
  tables.flatMap(({ rows }) => rows.flatMap(({ premises }) => premises));

/** Tokens for which GraphRAG's shares are meant. */
const ROOMY = 12_000;
const LEAST = 1 / 3;

/**
 * Shares as they do good in so many tokens. Passages are long: where half of a small room goes to reports and the graph, two or three passages
 * are left, fewer than basic search shows. There these take less, a third of their share at least, and passages the rest.
 */
export function scaleShares({ reports, graph, sources }: ContextShares, tokens: number): ContextShares {
  const part = Math.min(1, Math.max(LEAST, tokens / ROOMY));
  return { reports: reports * part, graph: graph * part, sources: sources + (reports + graph) * (1 - part) };
}

/** A sentence of a row, with its places in the documents, best first. */
export interface Statement {
  readonly text: string;
  readonly spans: readonly Span[];
}

/** One wording of a row. */
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
  /** The row after its number, with one of the wordings in it; a cell for each column, hidden ones too. */
  readonly cells: (text: string) => readonly (string | number)[];
  /** The fullest first; at least one. */
  readonly wordings: readonly Wording[];
  /** Documents whose words it has; found only when they are asked for. */
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
