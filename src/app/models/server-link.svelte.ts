import type { ServerModel, ServerSettings } from '../../core/models/hosts';
import type { Choices } from './choices.svelte';
import type { ModelRoom } from './model-room';

export type ServerState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected'; readonly models: readonly ServerModel[] }
  /** What was refused, and the remedy. */
  | { readonly kind: 'refused'; readonly words: string };

/** The model server on this machine: off until the person connects it. */
export class ServerLink {
  state = $state.raw<ServerState>({ kind: 'off' });
  readonly #room: ModelRoom;
  readonly #choices: Choices;

  constructor(room: ModelRoom, choices: Choices) {
    this.#room = room;
    this.#choices = choices;
  }

  /** Asks the server for its models; settings that work are kept. After a refusal the server of before goes on being used. */
  async connect(settings: ServerSettings): Promise<void> {
    this.state = { kind: 'connecting' };
    const before = this.#choices.settings.server;
    try {
      const host = this.#room.server.use();
      await host.configure(settings);
      const models = await host.models();
      this.state = { kind: 'connected', models };
      await this.#choices.keep({ server: settings });
    } catch (error) {
      this.state = { kind: 'refused', words: error instanceof Error ? error.message : String(error) };
      if (before) await this.#return(before);
    }
  }

  async #return(before: ServerSettings): Promise<void> {
    try {
      await this.#room.server.use().configure(before);
    } catch {
      this.#room.server.end(); // it starts afresh at its next use, and is told then
    }
  }

  async disconnect(): Promise<void> {
    this.#room.server.end();
    this.state = { kind: 'off' };
    const { chat } = this.#choices.settings;
    await this.#choices.keep({ server: null, ...(chat?.provider === 'server' && { chat: null }) });
  }
}
