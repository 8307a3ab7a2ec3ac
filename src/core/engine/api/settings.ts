import type { QueueEvent } from '../../models/chat-queue';
import type { CallOptions } from '../../ports/platform';

/** What a person chose for all collections, and a first word with the chosen model. */
export interface SettingCalls {
  /** A choice that holds for all collections; null when it was never made. */
  setting(name: string): Promise<unknown>;
  /** Changes parts of it and leaves what other tabs chose; durable when it resolves, with the whole. */
  changeSetting(name: string, parts: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Asks the chosen chat model, ahead of background work. Throws ModelError when none is chosen. */
  tryModel(prompt: string, options?: CallOptions): AsyncIterable<QueueEvent>;
}
