import type { ChatMessage } from '../../models/chat-model';

/** What a call of a search is for. */
export type CallPurpose =
  'rewrite' | 'answer' | 'rate' | 'map' | 'reduce' | 'hypothesis' | 'primer' | 'step' | 'follow-ups';

/** A call of a search as the trace shows it. */
export interface TracedCall {
  readonly purpose: CallPurpose;
  /** What in particular it is about, such as `batch 2 of 5`; may be empty. */
  readonly about: string;
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
  /** Why no reply came, in words for a person; missing where one did. */
  readonly failed?: string;
  /** Documents whose words are in the messages. */
  readonly documentIds: readonly string[];
}
