import type { Question } from '../request/question';
import type { Scope } from '../context/scope';
import type { CovariateRow } from '../../tables/tables';
import type { SearchIndex } from '../../retrieval/index';
import type { SearchRequest } from '../request/search-request';
import type { Steering } from '../request/steering';
import type { AnswerSentence } from '../answer/answer';
import type { ContextItem } from '../trace';
import type { Citation } from '../evidence/evidence';
import type { QueueEvent } from '../../models/queue/chat-queue';
import type { ChatModelInfo, ChatReply } from '../../models/chat-model';
import type { ModelCall } from '../../models/model-call';
import type { EditedPrompt } from '../../prompts/prompt';
import type { DenseOutcome } from '../../retrieval/dense';
import type { SearchEvent } from '../events';
import type { AnswerChoices } from '../parameters';
import type { BuiltContext, ContextRow } from '../context/context';
import { ModelError } from '../../errors';
import type { Message } from '../../message';
import type { EntailmentModel, Reranker } from '../../models/encoders';
import type { Thresholds, VerdictCache } from '../grounding';

/** One question while a language model answers it. */
export interface SearchRun extends Retrieval {
  /** Documents whose words may be in the question, as it was rewritten, or in the answer that is asked about. */
  readonly carried?: readonly string[];
  readonly model: ChatModelInfo;
  readonly choices: AnswerChoices;
  /** A person's own words by prompt name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  readonly ask: AskModel;
  readonly steering: Steering;
  /** Rankings by meaning for a further question; null where there are none. */
  readonly dense: (question: string) => Promise<DenseOutcome | null>;
  /** Judges sentences that were made from these documents by their meaning; null without one. */
  readonly checker: (documentIds: readonly string[]) => Promise<Checker | null>;
  readonly readers: PassageReaders;
  readonly emit: (event: SearchEvent) => void;
  readonly signal: AbortSignal;
}

/** Small models that read a passage together with a question; null without one. They throw ModelError where they take too long. */
export interface PassageReaders {
  readonly reranker: () => Promise<Reranker | null>;
  readonly checker: () => Promise<EntailmentModel | null>;
}

/** One question while small models alone read its passages. */
export interface EncoderRun extends Retrieval {
  readonly readers: PassageReaders;
  readonly emit: (event: SearchEvent) => void;
  readonly signal: AbortSignal;
}

/** An entailment model, with its thresholds and earlier verdicts. */
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

/** Text by a mode, with its ending. */
export interface EndedAnswer extends WrittenAnswer {
  /** Reason for an early end: a stop, or the model's failure; missing for a whole answer. */
  readonly broken?: unknown;
  /** True where the length set for an answer was reached. */
  readonly cut?: boolean;
}

/** Result of a mode: contexts and text. */
export interface ModeOutcome {
  readonly contexts: readonly BuiltContext[];
  /** Rows that found no place in any context. */
  readonly left?: readonly ContextRow[];
  /** Reports that were rated and not read (global search). */
  readonly passedOver?: readonly ContextItem[];
  readonly written: EndedAnswer;
  /** Notes on omissions and deviations from the request, a sentence each. */
  readonly notes: readonly Message[];
  /** Words for a person before the answer. */
  readonly lead?: Message;
}

/** Text by a model, with its evidence. */
export interface WrittenAnswer {
  /** Markdown without references. */
  readonly text: string;
  readonly sentences: readonly AnswerSentence[];
  readonly citations: readonly Citation[];
  /** True when the model found nothing that answers the question. */
  readonly notFound: boolean;
  /** References of the model to rows that were not shown. */
  readonly wrongHints: number;
  /** Reason why the checker left sentences unread, in words for a person; missing where it did not. */
  readonly uncheckedFor?: Message;
}

/** No text at all, such as before the first word. */
export const NOTHING_WRITTEN: WrittenAnswer = {
  text: '',
  sentences: [],
  citations: [],
  notFound: false,
  wrongHints: 0,
};

/** Answer where the documents have nothing on a question. */
export const NOT_FOUND_WRITTEN: WrittenAnswer = { ...NOTHING_WRITTEN, notFound: true };

/** Checks for a failure of the model; a dead worker is one, too. */
export const isModelFailure = (error: unknown): error is Error =>
  error instanceof ModelError || (error instanceof Error && error.name === 'WorkerError');

/** Inputs of a mode's retrieval. */
export interface Retrieval {
  readonly index: SearchIndex;
  readonly claims: readonly CovariateRow[];
  readonly request: SearchRequest;
  readonly question: Question;
  readonly scope: Scope;
  /** Deepest community level. */
  readonly level: number;
}
