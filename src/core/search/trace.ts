import type { Message } from '../message';
import type { ChatMessage } from '../models/chat-model';
import { type ContextDataset, type BuiltContext, type ContextRow, CONTEXT_DATASETS } from './context/context';
import type { RunMode, SearchValues } from './request/search-request';

export interface ContextItem {
  readonly kind: 'text unit' | 'entity' | 'relationship' | 'claim' | 'report' | 'summary';
  readonly id: string;
  readonly title: string;
  readonly score: number;
  /** True if it went into the answer's context, false if it was only considered. */
  readonly used: boolean;
  /** Documents whose words a used summary has; missing for all else, which the index knows by its id. */
  readonly documentIds?: readonly string[];
}

export interface ContextSection {
  readonly name: ContextDataset;
  /** Estimated tokens of the used items. */
  readonly tokens: number;
  /** Estimated tokens that they might have taken; missing where there was no limit. */
  readonly budget?: number;
  readonly items: readonly ContextItem[];
  /** Further items that found no room and are not among these; missing for none. */
  readonly more?: number;
}

/** Record of how an answer was made. */
export interface Trace {
  readonly mode: RunMode;
  /** Reason for this mode, in one sentence. */
  readonly reason: Message;
  readonly sections: readonly ContextSection[];
  readonly milliseconds: number;
  readonly modelCalls: number;
  /** Sentence on the comparison of texts by meaning; missing where nothing is embedded. */
  readonly embeddings?: Message;
  /** Set where an embedder is chosen and nothing could be compared by meaning. */
  readonly withoutEmbeddings?: true;
  /** The question as it was searched for, where that is not as it was typed. */
  readonly searchedFor?: string;
  /** Names from earlier questions and their passages, or words of a question that names nothing; missing for none. */
  readonly carried?: readonly string[];
  /** Calls of the model in the order in which they ended; missing where no model was asked. */
  readonly calls?: readonly TracedCall[];
  /**
   * Documents that the model which writes the answer was shown, while its call is not among `calls` yet; missing once
   * the answer is whole.
   */
  // eslint-disable-next-line words/plain-names -- kept answers have this name
  readonly told?: readonly string[];
  /** Questions of a DRIFT search. */
  readonly actions?: readonly DriftAction[];
  /** Points of the batches of reports, in their order (global search). */
  readonly points?: readonly BatchPoints[];
  /** Relevance tests of passages (lazy search). */
  readonly tests?: RelevanceTests;
  /** Reports that the model rated, 0 to 5, and that were not read (global search); missing where none was rated. */
  readonly passedOver?: readonly ContextItem[];
  /** Notes on omissions and deviations from the request, a sentence each. */
  readonly notes?: readonly Message[];
}

/** Relevance tests of passages, and what they brought so far (lazy search). */
export interface RelevanceTests {
  /** Title of the model that tests. */
  readonly by: string;
  readonly made: number;
  /** Tests at most. */
  readonly most: number;
  /** Passages that bear on the question. */
  readonly relevant: number;
  /** Communities of which passages were tested, and those that no test came to. */
  readonly walked: number;
  readonly leftOut: number;
  /** Passages that no test came to; missing before the end, and where none is left. */
  readonly untested?: number;
  /** Parameters with which more would be tested; missing where none is left, or where the budget is the largest. */
  readonly more?: SearchValues;
}

/** Points that one batch of reports gave, the weightiest first. */
export interface BatchPoints {
  /** From 1. */
  readonly batch: number;
  readonly of: number;
  readonly points: readonly { readonly text: string; readonly score: number }[];
  /** Documents whose words they were made from. */
  readonly documentIds: readonly string[];
}

/**
 * - `waiting`: not asked yet; left like that where the rounds ended before its turn.
 * - `asking`: under way.
 * - `answered`, `nothing found`, `failed`: how it ended.
 * - `stopped`: by a person; nothing below it is asked.
 */
export type ActionState = 'waiting' | 'asking' | 'answered' | 'nothing found' | 'failed' | 'stopped';

/** A question of a DRIFT search and its result (GraphRAG's action graph). */
export interface DriftAction {
  /** From 0, the question that the person asked. */
  readonly id: number;
  /** Null for the person's own. */
  readonly parent: number | null;
  /** 0 for the person's own. */
  readonly depth: number;
  readonly question: string;
  readonly state: ActionState;
  /** Set for a stopped action that had begun. */
  readonly begun?: true;
  /** Priority in the queue, 0 to 1. */
  readonly priority: number;
  /**
   * Score of its answer, 0 to 100: by the model, or without one the share of the question that it covers; null where
   * unknown.
   */
  readonly score: number | null;
  /** Without references; empty without one. */
  readonly answer: string;
  /** Documents whose words its answer was made from. */
  readonly documentIds: readonly string[];
}

/** Purpose of a model call in a search. */
export type CallPurpose =
  | 'rewrite'
  | 'keywords'
  | 'expand'
  | 'test'
  | 'answer'
  | 'rate'
  | 'map'
  | 'reduce'
  | 'hypothesis'
  | 'primer'
  | 'step'
  | 'check'
  | 'follow-ups';

/** A call of a search as the trace shows it. */
export interface TracedCall {
  readonly purpose: CallPurpose;
  /** Subject of the call, such as `batch 2 of 5`; may be empty. */
  readonly about: Message;
  /** As sent. */
  readonly messages: readonly ChatMessage[];
  /** As it came; empty where none did. */
  readonly reply: string;
  readonly promptTokens: number;
  readonly completionTokens: number;
  readonly seconds: number;
  /** False where the tokens are estimated. */
  readonly exact: boolean;
  /** True where the reply was kept from an earlier, equal call and cost nothing. */
  readonly remembered: boolean;
  /** Reason for a missing reply, in words for a person; missing where one came. */
  readonly failed?: Message;
  /** Documents whose words are in the messages. */
  readonly documentIds: readonly string[];
}

/** Rows of a table that found no room and that the trace keeps at most. */
const UNUSED = 60;

const KINDS: Readonly<Record<ContextDataset, ContextItem['kind']>> = {
  Reports: 'report',
  Entities: 'entity',
  Relationships: 'relationship',
  Claims: 'claim',
  Sources: 'text unit',
  Summaries: 'summary',
};

/**
 * Merges the rows of several contexts by table, with the best of those that found no room. A row in more than one
 * counts as used where it was used once.
 */
export function traceSections(
  contexts: readonly BuiltContext[],
  left: readonly ContextRow[] = [],
): readonly ContextSection[] {
  return CONTEXT_DATASETS.flatMap((name): readonly ContextSection[] => {
    const tables = contexts.flatMap(({ tables: all }) => all.filter(({ dataset }) => dataset === name));
    const rows = [...tables.flatMap((table) => table.rows), ...left.filter(({ dataset }) => dataset === name)];
    if (rows.length === 0) return [];
    const byId = new Map<string, ContextItem>();
    for (const row of rows) {
      const { id, title, score, used } = row;
      const known = byId.get(id);
      // Documents are found only when they are asked for.
      const origin = name === 'Summaries' && used ? { documentIds: row.documentIds } : {};
      if (!known || (used && !known.used)) byId.set(id, { kind: KINDS[name], id, title, score, used, ...origin });
    }
    const all = [...byId.values()];
    const unused = all.filter((item) => !item.used);
    const items = [...all.filter((item) => item.used), ...unused.slice(0, UNUSED)];
    const more = Math.max(0, unused.length - UNUSED);
    const sum = (of: (table: (typeof tables)[number]) => number): number =>
      tables.reduce((tokens, one) => tokens + of(one), 0);
    const [tokens, budget] = [sum((table) => table.tokens), sum((table) => table.budget)];
    return [{ name, tokens, budget, items, ...(more > 0 && { more }) }];
  });
}
