import type { QueueEvent } from '../../models/chat-queue';
import type { ChatModelInfo, ChatReply } from '../../models/chat-model';
import type { ModelCall } from '../../models/ask';
import type { EditedPrompt } from '../../prompts/prompt';
import type { DenseOutcome } from '../../retrieval/dense';
import type { SearchEvent, ContextItem, AnswerSentence, Citation, ContextSection } from '../events';
import type { AnswerChoices } from '../parameters';
import { type BuiltContext, type ContextRow, CONTEXT_DATASETS, type ContextDataset } from '../context/context';
import { ModelError } from '../../errors';
import type { EntailmentModel } from '../../ports/models';
import type { Thresholds, VerdictCache } from '../grounding';
import type { Retrieval } from '../modes/mode';

/** One question while a language model answers it. */
export interface SearchRun extends Retrieval {
  /** Documents whose words may be in the question, as it was rewritten, or in the answer that is asked about. */
  readonly carried?: readonly string[];
  readonly model: ChatModelInfo;
  readonly choices: AnswerChoices;
  /** A person's own words by prompt name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  readonly ask: AskModel;
  /** Rankings by meaning for a further question; null where there are none. */
  readonly dense: (question: string) => Promise<DenseOutcome | null>;
  /** Judges sentences that were made from these documents by their meaning; null without one. */
  readonly checker: (documentIds: readonly string[]) => Promise<Checker | null>;
  readonly emit: (event: SearchEvent) => void;
  readonly signal: AbortSignal;
}

/** An entailment model, from which scores on its word is taken, and what it said before. */
export interface Checker {
  readonly model: EntailmentModel;
  readonly thresholds: Thresholds;
  readonly verdicts: VerdictCache;
}

/**
 * Makes a call ahead of all background work, telling what happens before its reply; `signal` ends this call alone, that of the search all.
 * Throws ModelError, and the signal's reason.
 */
export type AskModel = (
  call: ModelCall,
  onEvent: (event: QueueEvent) => void,
  signal?: AbortSignal,
) => Promise<{ readonly reply: ChatReply; readonly remembered: boolean }>;

/** What a mode wrote, and how it ended. */
export interface EndedAnswer extends WrittenAnswer {
  /** Why it broke off: the reason of a stop, or the model's failure; missing where it came to its end. */
  readonly broken?: unknown;
  /** True where the length set for an answer was reached. */
  readonly cut?: boolean;
}

/** What a mode found and wrote. */
export interface ModeOutcome {
  readonly contexts: readonly BuiltContext[];
  /** Rows that found no place in any context. */
  readonly left?: readonly ContextRow[];
  /** Reports that were rated and not read (global search). */
  readonly passedOver?: readonly ContextItem[];
  readonly written: EndedAnswer;
  /** What was left out or went otherwise than asked for, a sentence each. */
  readonly notes: readonly string[];
  /** What a person is told before the answer. */
  readonly lead?: string;
}

/** What a model wrote, with what it rests on. */
export interface WrittenAnswer {
  /** Markdown without references. */
  readonly text: string;
  readonly sentences: readonly AnswerSentence[];
  readonly citations: readonly Citation[];
  /** True when the model found nothing that answers the question. */
  readonly notFound: boolean;
  /** References of the model to rows that were not shown. */
  readonly wrongHints: number;
  /** Why the checker left sentences unread, in words for a person; missing where it did not. */
  readonly uncheckedFor?: string;
}

/** No text at all, such as before the first word. */
export const NOTHING_WRITTEN: WrittenAnswer = {
  text: '',
  sentences: [],
  citations: [],
  notFound: false,
  wrongHints: 0,
};

/** What is written where the documents hold nothing on a question. */
export const NOT_FOUND_WRITTEN: WrittenAnswer = { ...NOTHING_WRITTEN, notFound: true };

/** Whether an error is the model's failure: a worker that died is one, too. */
export const isModelFailure = (error: unknown): error is Error =>
  error instanceof ModelError || (error instanceof Error && error.name === 'WorkerError');

/** Rows of a table that found no room and that the trace keeps at most. */
const UNUSED = 60;

const KINDS: Readonly<Record<ContextDataset, ContextItem['kind']>> = {
  Reports: 'report',
  Entities: 'entity',
  Relationships: 'relationship',
  Claims: 'claim',
  Sources: 'text unit',
};

/** What several contexts showed, by table, with the best of what found no room; a row that was in more than one counts as used where it was used once. */
export function traceSections(
  contexts: readonly BuiltContext[],
  left: readonly ContextRow[] = [],
): readonly ContextSection[] {
  return CONTEXT_DATASETS.flatMap((name): readonly ContextSection[] => {
    const tables = contexts.flatMap(({ tables: all }) => all.filter(({ dataset }) => dataset === name));
    const rows = [...tables.flatMap((table) => table.rows), ...left.filter(({ dataset }) => dataset === name)];
    if (rows.length === 0) return [];
    const byId = new Map<string, ContextItem>();
    for (const { id, title, score, used } of rows) {
      const known = byId.get(id);
      if (!known || (used && !known.used)) byId.set(id, { kind: KINDS[name], id, title, score, used });
    }
    const all = [...byId.values()];
    const unused = all.filter((item) => !item.used);
    const items = [...all.filter((item) => item.used), ...unused.slice(0, UNUSED)];
    const more = Math.max(0, unused.length - UNUSED);
    const sum = (of: (table: (typeof tables)[number]) => number): number =>
      tables.reduce((tokens, one) => tokens + of(one), 0);
    const told = { tokens: sum(({ tokens }) => tokens), budget: sum(({ budget }) => budget) };
    return [{ name, ...told, items, ...(more > 0 && { more }) }];
  });
}
