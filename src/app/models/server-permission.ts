import { ModelError } from '../../core/errors';
import { isEncrypted, outsideOrigin, placeOf, readAddress, type ServerAddress } from '../../core/models/server-address';
import type { Session } from '../session.svelte';

/** What the permission to send to a server beyond this machine needs of the page. */
export type PermissionNeeds = Pick<Session, 'dialogs' | 'settings' | 'shell'>;

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
      `Sealed mode is on, so nothing is sent to ${new URL(origin).host}: it is not this machine. Switch sealed mode off, or use a server on this machine. Nothing was sent.`,
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

  /** Whether an address is beyond this machine, and allowed. */
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

/** Whether an address is of the server with this origin, as it is allowed. */
export const leadsTo = (address: string, origin: string): boolean => URL.parse(placeOf(address))?.origin === origin;

const originOf = (typed: string): string | null => outsideOrigin(readAddress(typed));

function question(
  address: ServerAddress,
  origin: string,
): { readonly title: string; readonly text: string; readonly action: string } {
  const { host } = new URL(origin);
  const open = isEncrypted(address)
    ? ''
    : ' They travel without encryption, as does a key: everybody on the way in your network can read them.';
  return {
    title: `Send passages to ${host}?`,
    text: `Passages of your documents and your questions will be sent to ${host}, outside this machine. Whoever runs it can read and keep them.${open} Only the worker that talks to model servers may reach it; every request is counted under Privacy, and the top of the page names the host until you withdraw this.`,
    action: `Allow ${host}`,
  };
}
