import type { ServerModel, ServerSettings } from '../../core/models/hosts';
import type { Choices } from './choices.svelte';
import type { ModelRoom } from './model-room';

export type ServerState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  /** What was refused, and the remedy. */
  | { readonly kind: 'refused'; readonly words: string };

/** The model server on this machine: off until the person connects it. */
export class ServerLink {
  state = $state.raw<ServerState>({ kind: 'off' });
  /** Those of the server in use that chat, as it told them last. */
  models = $state.raw<readonly ServerModel[]>([]);
  /** Names of its others, which only embed: nothing here makes use of them. */
  embedders = $state.raw<readonly string[]>([]);
  /** The address of this visit's last connection, for the next one. */
  address: string | null = null;
  readonly #room: ModelRoom;
  readonly #choices: Choices;

  constructor(room: ModelRoom, choices: Choices) {
    this.#room = room;
    this.#choices = choices;
  }

  /** Asks the server for its models; settings that work are kept. After a refusal the server of before goes on being used. */
  connect(settings: ServerSettings): Promise<void> {
    return this.#meet(settings, async () => {
      this.#room.server.end(); // what is known of a server may have changed: it is asked anew
      await this.#choices.keep({ server: settings });
    });
  }

  /** Asks the server that was connected before; what runs there goes on. */
  greet(settings: ServerSettings): Promise<void> {
    return this.#meet(settings, () => Promise.resolve());
  }

  async #meet(settings: ServerSettings, welcome: () => Promise<void>): Promise<void> {
    this.state = { kind: 'connecting' };
    const { triedServer } = this.#room;
    try {
      await triedServer.use().configure(settings);
      const models = await triedServer.use().models();
      await welcome();
      this.#know(models);
      this.address = settings.address;
      this.state = { kind: 'connected' };
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error);
      this.state = { kind: 'refused', words: words + this.#stillInUse(settings) };
    } finally {
      triedServer.end();
    }
  }

  /** What was refused is over: the server in use, if any, is as it was. */
  forgetRefusal(): void {
    if (this.state.kind !== 'refused') return;
    this.state = { kind: this.models.length + this.embedders.length > 0 ? 'connected' : 'off' };
  }

  #know(models: readonly ServerModel[]): void {
    this.models = models.filter(({ embedsOnly }) => !embedsOnly);
    this.embedders = models.filter(({ embedsOnly }) => embedsOnly).map(({ name }) => name);
  }

  #stillInUse({ address }: ServerSettings): string {
    const kept = this.#choices.settings.server;
    return kept && kept.address !== address ? ` The server at ${kept.address} stays in use.` : '';
  }

  async disconnect(): Promise<void> {
    this.#room.server.end();
    this.state = { kind: 'off' };
    this.#know([]);
    const { settings } = this.#choices;
    const gone = (['chat', 'reading', 'reports'] as const).filter((use) => settings[use]?.provider === 'server');
    await this.#choices.keep({ server: null, ...Object.fromEntries(gone.map((use) => [use, null])) });
  }
}
