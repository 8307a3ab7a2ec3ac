import type { ChatChoice, ChatPurpose } from './chat-model';
import type { ServerSettings } from './hosts';

/** Choices of a person about models; kept in this browser profile for all collections. */
export interface ModelSettings {
  readonly chat: ChatChoice | null;
  /** Model that reads documents and joins names; null for the chat model. */
  readonly reading: ChatChoice | null;
  /** Model that writes descriptions and reports; null for the chat model. */
  readonly reports: ChatChoice | null;
  readonly embedding: EncoderChoice | null;
  /** Checker of the sentences of answers. */
  readonly checker: CheckerChoice;
  readonly reranker: EncoderChoice | null;
  readonly server: ServerSettings | null;
  /** Choices from a disconnected server: restored when it is connected again. */
  readonly left: LeftServer | null;
}

/** An embedding model or a reranker: one of the catalogue by its id, or one of the connected server. */
export type EncoderChoice = string | ServerChoice;

/**
 * A model of the server, by the server's name for it. `address` distinguishes it from one of the same name elsewhere.
 */
interface ServerChoice {
  readonly provider: 'server';
  readonly model: string;
  readonly address?: string;
}

/** Setting of one use of a model. */
export type UsedModel = ChatChoice | EncoderChoice | null;

/** Uses of a model of the catalogue or of a server, besides checking sentences. */
const USES = ['chat', 'reading', 'reports', 'embedding', 'reranker'] as const;

/** The uses for which such a model is chosen, each with `value` in its place; with the model itself where no value is given. */
export function usesOf(
  settings: Partial<ModelSettings>,
  matches: (choice: UsedModel, use: (typeof USES)[number]) => boolean,
  value?: null,
): Partial<ModelSettings> {
  const uses = USES.filter((use) => matches(settings[use] ?? null, use));
  return Object.fromEntries(uses.map((use) => [use, value === undefined ? settings[use] : value]));
}

/** The server’s name of a chosen model; null for any other model. */
export const serverModelOf = (choice: UsedModel): string | null =>
  typeof choice === 'object' && choice?.provider === 'server' ? choice.model : null;

/** Sentence checker: none, an available one (a stored one, else the chat model), or one by its catalogue id. */
export type CheckerChoice = 'none' | 'auto' | { readonly model: string };

/** A choice other than none, and the stored model that it comes to; null where *Auto* finds none. */
export interface ChosenChecker {
  readonly choice: Exclude<CheckerChoice, 'none'>;
  readonly model: string | null;
}

interface LeftServer extends Partial<Pick<ModelSettings, (typeof USES)[number]>> {
  readonly address: string;
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
