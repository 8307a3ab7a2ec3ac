import type { ServerModel, ServerSettings } from '../../core/models/hosts';
import { placeOf, readAddress, isEncrypted, outsideOrigin, type ServerAddress } from '../../core/models/model-hosts';
import { serverModelOf, usesOf, type ModelSettings, type UsedModel } from '../../core/models/settings';
import type { ModelChoices } from './model-choices.svelte';
import type { ModelRoom } from './model-room';
import { ModelError, reasonOf } from '../../core/errors';
import { joinMessages, message, type Message } from '../../core/message';
import { modelsWords } from '../words/screens/models-words';
import type { Dialogs } from '../dialogs.svelte';
import type { Shell } from '../platform/shell';
import type { Settings } from '../settings/settings.svelte';
export { CONNECTIONS } from '../../core/models/hosts';
export { placeOf } from '../../core/models/model-hosts';

type ServerState =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  | { readonly kind: 'connected' }
  /** Refused address, and the remedy. */
  | { readonly kind: 'refused'; readonly address: string; readonly words: Message };

/** The model server, on this machine or where the person allowed it: off until it is connected. */
export class ServerLink {
  state = $state.raw<ServerState>({ kind: 'off' });
  /** Chat models of the server in use, as it listed them last. */
  models = $state.raw<readonly ServerModel[]>([]);
  /** Other models of the server, which only embed. */
  embedders = $state.raw<readonly ServerModel[]>([]);
  rerankers = $state.raw<readonly ServerModel[]>([]);
  /** Models for which the server would send passages on to another host: none of them is offered. */
  leftOut = $state.raw<readonly ServerModel[]>([]);
  /** The address of this visit's last connection, for the next one. */
  address: string | null = null;
  readonly #room: ModelRoom;
  readonly #choices: ModelChoices;
  readonly #permission: ServerPermission;

  constructor(room: ModelRoom, choices: ModelChoices, permission: ServerPermission) {
    this.#room = room;
    this.#choices = choices;
    this.#permission = permission;
  }

  /**
   * Asks the server for its models, and the person before that where it is beyond this machine; settings that work are
   * kept, with the address in one form. After a refusal the server of before continues being used, and no other stays
   * allowed. Throws PolicyError where one may still be reached.
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

  /** Asks the server that was connected before; what runs there continues. */
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
    const words = joinMessages(reasonOf(error), this.#stillInUse(settings));
    this.state = { kind: 'refused', address: settings.address, words };
  }

  /** Updates the state of a server beyond this machine when it gets out of reach, or in reach again. */
  async followSeal(): Promise<void> {
    const { server } = this.#choices.settings;
    if (server && this.state.kind !== 'off' && this.#permission.covers(server.address)) await this.reconnect(server);
    else this.#forgetTried();
  }

  /** Forgets a refusal: the server in use, if any, is as it was. */
  forgetRefusal(): void {
    if (this.state.kind !== 'refused') return;
    const { models, embedders, rerankers } = this;
    this.state = { kind: models.length + embedders.length + rerankers.length > 0 ? 'connected' : 'off' };
  }

  /** Forgets a refusal by another server than the one in use. */
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

  #stillInUse({ address }: ServerSettings): Message {
    const kept = this.#choices.settings.server;
    return kept && placeOf(kept.address) !== placeOf(address)
      ? message`The server at ${kept.address} stays in use.`
      : '';
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

/** Environment of the permission to send to a server beyond this machine. */
export interface PermissionNeeds {
  readonly dialogs: Dialogs;
  readonly settings: Settings;
  readonly shell: Shell;
}

/** The person's word on model servers beyond this machine: asked for by name, kept and enforced by the service worker. */
export class ServerPermission {
  readonly #needs: PermissionNeeds;

  constructor(needs: PermissionNeeds) {
    this.#needs = needs;
  }

  /** Throws ModelError for an address that is never used, and in sealed mode for one beyond this machine. */
  check(typed: string): void {
    const origin = originOf(typed);
    if (origin === null || !this.#needs.settings.policy.sealed) return;
    throw new ModelError(
      message`Sealed mode is on, so nothing is sent to ${new URL(origin).host}: it is not this machine. Switch sealed mode off, or use a server on this machine. Nothing was sent.`,
    );
  }

  /** Asks the person where an address is beyond this machine and not allowed yet. Resolves with whether it may be used; see `check`. */
  async obtain(typed: string): Promise<boolean> {
    this.check(typed);
    const address = readAddress(typed);
    const origin = outsideOrigin(address);
    const { dialogs, settings, shell } = this.#needs;
    if (origin === null || settings.policy.servers.includes(origin)) return true;
    if (!(await dialogs.confirm(question(address, origin)))) return false;
    await shell.allowServers([...settings.policy.servers, origin]);
    return true;
  }

  /** Checks if an address is beyond this machine, and allowed. */
  covers(typed: string): boolean {
    return this.#needs.settings.policy.servers.some((origin) => leadsTo(typed, origin));
  }

  /** Withdraws what was allowed, but for this address; for all with null. */
  async keepOnly(typed: string | null): Promise<void> {
    await this.#keep((origin) => typed !== null && leadsTo(typed, origin));
  }

  async withdraw(origin: string): Promise<void> {
    await this.#keep((other) => other !== origin);
  }

  async #keep(isKept: (origin: string) => boolean): Promise<void> {
    const { settings, shell } = this.#needs;
    const { servers } = settings.policy;
    const left = servers.filter(isKept);
    if (left.length < servers.length) await shell.allowServers(left);
  }
}

/** Checks if an address is of the server with this origin, as it is allowed. */
const leadsTo = (address: string, origin: string): boolean => URL.parse(placeOf(address))?.origin === origin;

const originOf = (typed: string): string | null => outsideOrigin(readAddress(typed));

function question(
  address: ServerAddress,
  origin: string,
): { readonly title: string; readonly text: string; readonly action: string } {
  const { host } = new URL(origin);
  const words = modelsWords().server.allow;
  const text = words.text(host);
  return {
    title: words.title(host),
    text: isEncrypted(address) ? text : words.open(text),
    action: words.action(host),
  };
}
