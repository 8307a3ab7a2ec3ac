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
  readonly server: ServerSettings | null;
  /** What was chosen of a server that was disconnected: chosen again when it is connected again. */
  readonly left: LeftServer | null;
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
  server: null,
  left: null,
};

/** The model that a purpose is served by; null where none is chosen. */
export function choiceFor({ chat, reading, reports }: ModelSettings, purpose: ChatPurpose): ChatChoice | null {
  return (purpose === 'reading' ? reading : purpose === 'reports' ? reports : null) ?? chat;
}
