import type { ServerModel, ServerSettings } from '../../core/models/hosts';
import { placeOf, readAddress } from '../../core/models/server-address';
import { serverModelOf, usesOf, type ModelSettings, type UsedModel } from '../../core/models/settings';
import type { Choices } from './choices.svelte';
import type { ModelRoom } from './model-room';
import { leadsTo, type ServerPermission } from './server-permission';

export type ServerState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  /** What was refused, and the remedy. */
  | { readonly kind: 'refused'; readonly address: string; readonly words: string };

/** The model server, on this machine or where the person allowed it: off until it is connected. */
export class ServerLink {
  state = $state.raw<ServerState>({ kind: 'off' });
  /** Those of the server in use that chat, as it told them last. */
  models = $state.raw<readonly ServerModel[]>([]);
  /** Its others, which only embed or only rank. */
  embedders = $state.raw<readonly ServerModel[]>([]);
  rerankers = $state.raw<readonly ServerModel[]>([]);
  /** Those that it would send passages on to another host for: none of them is offered. */
  leftOut = $state.raw<readonly ServerModel[]>([]);
  /** The address of this visit's last connection, for the next one. */
  address: string | null = null;
  readonly #room: ModelRoom;
  readonly #choices: Choices;
  readonly #permission: ServerPermission;

  constructor(room: ModelRoom, choices: Choices, permission: ServerPermission) {
    this.#room = room;
    this.#choices = choices;
    this.#permission = permission;
  }

  /**
   * Asks the server for its models, and the person before that where it is beyond this machine; settings that work are kept, with the address
   * in one form. After a refusal the server of before goes on being used, and no other stays allowed. Throws PolicyError where one may still
   * be reached.
   */
  async connect(typed: ServerSettings): Promise<void> {
    let settings = typed;
    this.#forgetTried();
    try {
      settings = { ...typed, address: readAddress(typed.address).root };
      if (!(await this.#permission.obtain(settings.address))) return;
    } catch (error) {
      this.#refuse(settings, error);
      await this.#keepOnlyUsed().catch(() => undefined);
      return;
    }
    await this.#connectTo(settings, async (models) => {
      this.#room.server.end(); // what is known of a server may have changed: it is asked anew
      await this.#choices.keep({ server: settings, ...this.#chosenBefore(settings, models) });
    });
    await this.#keepOnlyUsed();
  }

  #keepOnlyUsed(): Promise<void> {
    return this.#permission.keepOnly(this.#choices.settings.server?.address ?? null);
  }

  /** Asks the server that was connected before; what runs there goes on. */
  async reconnect(settings: ServerSettings): Promise<void> {
    await this.#connectTo(settings, () => Promise.resolve());
  }

  /** The models that were chosen of this server when it was disconnected, as far as it still has them and nothing else was chosen since. */
  #chosenBefore({ address }: ServerSettings, models: readonly ServerModel[]): Partial<ModelSettings> {
    const { settings } = this.#choices;
    const { left } = settings;
    if (!left || placeOf(left.address) !== address) return {};
    const names = models.map(({ name }) => name);
    return {
      ...usesOf(left, (choice, use) => settings[use] === null && names.includes(serverModelOf(choice) ?? '')),
      left: null,
    };
  }

  async #connectTo(
    settings: ServerSettings,
    onConnected: (models: readonly ServerModel[]) => Promise<void>,
  ): Promise<void> {
    this.state = { kind: 'connecting' };
    const { triedServer } = this.#room;
    try {
      this.#permission.check(settings.address);
      await triedServer.use().configure(settings);
      const models = await triedServer.use().models();
      await onConnected(models);
      this.#know(models);
      this.address = settings.address;
      this.state = { kind: 'connected' };
    } catch (error) {
      this.#refuse(settings, error);
    } finally {
      triedServer.end();
    }
  }

  #refuse(settings: ServerSettings, error: unknown): void {
    const words = error instanceof Error ? error.message : String(error);
    this.state = { kind: 'refused', address: settings.address, words: words + this.#stillInUse(settings) };
  }

  /** Says of a server beyond this machine that it is out of reach now, or in reach again. */
  async followSeal(): Promise<void> {
    const { server } = this.#choices.settings;
    if (server && this.state.kind !== 'off' && this.#permission.covers(server.address)) await this.reconnect(server);
    else this.#forgetTried();
  }

  /** What was refused is over: the server in use, if any, is as it was. */
  forgetRefusal(): void {
    if (this.state.kind !== 'refused') return;
    const { models, embedders, rerankers } = this;
    this.state = { kind: models.length + embedders.length + rerankers.length > 0 ? 'connected' : 'off' };
  }

  /** Lets go of what was refused by a server that is not the one in use. */
  #forgetTried(): void {
    const kept = this.#choices.settings.server;
    if (this.state.kind === 'refused' && (!kept || placeOf(kept.address) !== placeOf(this.state.address)))
      this.forgetRefusal();
  }

  #know(models: readonly ServerModel[]): void {
    const here = models.filter(({ elsewhere }) => elsewhere === undefined);
    this.models = here.filter(({ only }) => !only);
    this.embedders = here.filter(({ only }) => only === 'embedding');
    this.rerankers = here.filter(({ only }) => only === 'reranking');
    this.leftOut = models.filter(({ elsewhere }) => elsewhere !== undefined);
  }

  #stillInUse({ address }: ServerSettings): string {
    const kept = this.#choices.settings.server;
    return kept && placeOf(kept.address) !== placeOf(address) ? ` The server at ${kept.address} stays in use.` : '';
  }

  /** Withdraws the permission to send to a server beyond this machine; the one in use is disconnected. */
  async withdraw(origin: string): Promise<void> {
    const { server } = this.#choices.settings;
    this.#forgetTried();
    await (server && leadsTo(server.address, origin) ? this.disconnect() : this.#permission.withdraw(origin));
  }

  /** A permission to send beyond this machine is withdrawn first. Throws PolicyError, disconnected, where the server may still be reached. */
  async disconnect(): Promise<void> {
    this.#room.server.end();
    try {
      await this.#permission.keepOnly(null);
    } finally {
      this.state = { kind: 'off' };
      this.#know([]);
      const { settings } = this.#choices;
      const isServers = (choice: UsedModel) => serverModelOf(choice) !== null;
      const left = settings.server && { address: settings.server.address, ...usesOf(settings, isServers) };
      await this.#choices.keep({ server: null, left, ...usesOf(settings, isServers, null) });
    }
  }
}
