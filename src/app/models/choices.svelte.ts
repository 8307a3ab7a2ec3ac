import type { EngineApi } from '../../core/engine/api';
import { NO_MODELS, readModelSettings, type ModelSettings } from '../../core/models/settings';
import type { ModelRoom } from './model-room';

const NAME = 'models';

/** Which models the person chose. Kept in this browser profile, and told to the room where they run. */
export class Choices {
  settings = $state.raw<ModelSettings>(NO_MODELS);
  readonly #engine: () => Promise<EngineApi>;
  readonly #room: ModelRoom;

  constructor(engine: () => Promise<EngineApi>, room: ModelRoom) {
    this.#engine = engine;
    this.#room = room;
  }

  async load(): Promise<void> {
    const engine = await this.#engine();
    this.settings = readModelSettings(await engine.setting(NAME));
  }

  /** Durable when it resolves; holds from the next call of a model on. */
  async keep(change: Partial<ModelSettings>): Promise<void> {
    const next = { ...this.settings, ...change };
    const engine = await this.#engine();
    await engine.keepSetting(NAME, next);
    this.settings = next;
    this.#room.follow(next);
  }
}
