import type { QueueEvent } from '../../models/chat-queue';
import type { ChatModelInfo, ChatReply } from '../../models/chat-model';
import type { ModelCall } from '../../models/ask';
import type { EditedPrompt } from '../../prompts/prompt';
import type { SearchIndex } from '../../retrieval/index';
import type { CovariateRow } from '../../tables/tables';
import type { Vectorise } from '../alignment/likeness';
import type { DenseOutcome } from '../dense-outcome';
import type { SearchEvent, SearchRequest } from '../events';
import type { AnswerChoices } from '../parameters/answer-parameters';
import type { Question } from '../question';
import type { Scope } from '../context/scope';

/** One question while a language model answers it. */
export interface SearchRun {
  readonly index: SearchIndex;
  readonly claims: readonly CovariateRow[];
  readonly request: SearchRequest;
  /** As it is searched for: with names in place of what pointed back at earlier turns. */
  readonly question: Question;
  readonly scope: Scope;
  /** Documents whose words may be in the question, as it was rewritten, or in the answer that is asked about. */
  readonly carried?: readonly string[];
  /** Deepest community level. */
  readonly level: number;
  readonly model: ChatModelInfo;
  readonly choices: AnswerChoices;
  /** A person's own words by prompt name. */
  readonly prompts: Readonly<Record<string, EditedPrompt>>;
  readonly ask: AskModel;
  /** Rankings by meaning for a further question; null where there are none. */
  readonly dense: (question: string) => Promise<DenseOutcome | null>;
  /** Vectors of an answer's sentences and of what they may rest on; missing without an embedder. */
  readonly vectorise?: Vectorise;
  readonly emit: (event: SearchEvent) => void;
  readonly signal: AbortSignal;
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
