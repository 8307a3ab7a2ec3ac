import { NO_MODELS, readModelSettings, type ModelSettings } from '../../core/models/settings';
import type { ModelRoom } from './model-room';
import type { ConnectEngine } from '../engine';
export { choiceFor } from '../../core/models/settings';

const NAME = 'models';

/** Choices of the person about models. Kept in this browser profile, and passed to the room where models run. */
export class ModelChoices {
  settings = $state.raw<ModelSettings>(NO_MODELS);
  readonly #engine: ConnectEngine;
  readonly #room: ModelRoom;
  #loaded = false;

  constructor(engine: ConnectEngine, room: ModelRoom) {
    this.#engine = engine;
    this.#room = room;
    onModelSettings(() => void this.#follow().catch(() => undefined)); // taken with the next change
  }

  async load(): Promise<void> {
    const engine = await this.#engine();
    this.settings = readModelSettings(await engine.setting(NAME));
    this.#loaded = true;
  }

  /** Durable when it resolves; valid from the next call of a model on. */
  async keep(parts: Partial<ModelSettings>): Promise<void> {
    const engine = await this.#engine();
    this.#take(readModelSettings(await engine.changeSetting(NAME, parts)));
    announceModelSettings();
  }

  /** Reads the settings again after another tab changed them. */
  async #follow(): Promise<void> {
    if (!this.#loaded) return;
    const engine = await this.#engine();
    this.#take(readModelSettings(await engine.setting(NAME)));
  }

  #take(settings: ModelSettings): void {
    this.settings = settings;
    this.#room.follow(settings);
  }
}

const CHANNEL = 'burrow-model-settings';

/** Announces to other tabs that the choice of models has changed; they read the settings themselves. */
function announceModelSettings(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage('changed');
  channel.close();
}

/** Calls back whenever another part of this site has announced a choice. Returns how to stop. */
export function onModelSettings(callback: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = () => callback();
  return () => channel.close();
}
