import type { ChatChoice, ChatPurpose } from './chat-model';
import type { ServerSettings } from './hosts';

/** What the person chose about models; kept in this browser profile for all collections. */
export interface ModelSettings {
  readonly chat: ChatChoice | null;
  /** What reads documents and joins names; null where the chat model does. */
  readonly reading: ChatChoice | null;
  /** What writes descriptions and reports; null where the chat model does. */
  readonly reports: ChatChoice | null;
  /** Catalogue id of the embedding model. */
  readonly embedding: string | null;
  /** What checks the sentences of answers. */
  readonly checker: CheckerChoice;
  /** Catalogue id of the reranker. */
  readonly reranker: string | null;
  readonly server: ServerSettings | null;
  /** What was chosen of a server that was disconnected: chosen again when it is connected again. */
  readonly left: LeftServer | null;
}

/** Which sentence checker: none, what is there (a stored one, else the chat model), or one by its catalogue id. */
export type CheckerChoice = 'none' | 'auto' | { readonly model: string };

/** A choice other than none, and the stored model that it comes to; null where *Auto* finds none. */
export interface ChosenChecker {
  readonly choice: Exclude<CheckerChoice, 'none'>;
  readonly model: string | null;
}

export interface LeftServer {
  readonly address: string;
  readonly chat: ChatChoice | null;
  readonly reading: ChatChoice | null;
  readonly reports: ChatChoice | null;
}

/** Settings as they were kept; what is missing or no longer understood counts as not chosen. */
export function readModelSettings(kept: unknown): ModelSettings {
  if (typeof kept !== 'object' || kept === null) return NO_MODELS;
  return { ...NO_MODELS, ...kept };
}

export const NO_MODELS: ModelSettings = {
  chat: null,
  reading: null,
  reports: null,
  embedding: null,
  checker: 'auto',
  reranker: null,
  server: null,
  left: null,
};

/** The model that a purpose is served by; null where none is chosen. */
export function choiceFor({ chat, reading, reports }: ModelSettings, purpose: ChatPurpose): ChatChoice | null {
  return (purpose === 'reading' ? reading : purpose === 'reports' ? reports : null) ?? chat;
}
