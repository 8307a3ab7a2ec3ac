import type { AddressView } from '../../core/engine/hosted/address-view';
import { reasonOf, StorageError } from '../../core/errors';
import { message } from '../../core/message';
import type { ConnectEngine } from '../engine';
import type { Shell } from '../platform/shell';
import type { AddressLink, Router } from '../router.svelte';
import type { Settings } from '../settings/settings.svelte';
import { addressWords } from '../words/screens/address-words';
import { isAbort } from '../words/errors';
import { messageText } from '../words/messages';
import { placeIn } from './address-link';
import type { Opening } from './opening.svelte';
import { readTypedAddress, type TypedAddress } from './typed-address';

export { LOOK_WAIT } from '../../core/engine/hosted/address-view';

interface Needs {
  readonly engine: ConnectEngine;
  readonly shell: Pick<Shell, 'allowHosts'>;
  readonly settings: Settings;
  readonly opening: Opening;
  readonly router: Router;
}

/** Progress from an address to an open collection. */
type AddressStage =
  | { readonly kind: 'typing' }
  /** The person has not allowed this host yet, and nothing was asked of it. */
  | { readonly kind: 'consent'; readonly place: TypedAddress }
  | { readonly kind: 'looking' }
  | { readonly kind: 'found'; readonly place: TypedAddress; readonly view: AddressView }
  /** `total` is null where it is not known, or where the parts come with the questions. */
  | { readonly kind: 'opening'; readonly bytes: number; readonly total: number | null };

/** Opens what is at an address, in steps: permission, a look, and then all or the first of it. */
export class AddressOpening {
  stage = $state.raw<AddressStage>({ kind: 'typing' });
  /** Reason for the failure. */
  error = $state('');
  readonly #needs: Needs;
  #stop = new AbortController();

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** Looks at the files there. A host that is not allowed gets no request; the person is asked first. */
  async look(typed: string): Promise<void> {
    await this.#attempt(async (signal) => {
      const place = readTypedAddress(typed, document.baseURI);
      if (this.#needsConsent(place)) this.stage = { kind: 'consent', place };
      else await this.#lookAt(place, signal);
    });
  }

  /** Allows the host, for now and later, and looks. */
  async allow(): Promise<void> {
    const { stage } = this;
    if (stage.kind !== 'consent') return;
    await this.#attempt(async (signal) => {
      const { settings, shell } = this.#needs;
      this.stage = { kind: 'looking' };
      await shell.allowHosts([...settings.policy.hosts, stage.place.origin]);
      signal.throwIfAborted();
      await this.#lookAt(stage.place, signal);
    });
  }

  /**
   * Opens the found files. Resolves with true once they are shown; a failure is shown here and leaves everything as it
   * was.
   */
  async open(link: AddressLink | null = null): Promise<boolean> {
    const { stage } = this;
    if (stage.kind !== 'found') return false;
    const { place, view } = stage;
    const isOpen = await this.#attempt((signal) => this.#openAt(place, view, signal));
    if (isOpen !== true) return false;
    const { opening, router } = this.#needs;
    const id = opening.shown;
    if (id !== null) router.go(placeIn(id, link?.then ?? ''), { replace: link !== null });
    return true;
  }

  /** Opens a link at once where it is on this site; anything else waits for the person. */
  async followLink(link: AddressLink): Promise<boolean> {
    try {
      if (!readTypedAddress(link.address, document.baseURI).isHere) return false;
    } catch (error) {
      this.error = messageText(reasonOf(error));
      return false;
    }
    await this.look(link.address);
    return this.open(link);
  }

  /** Resets the stage when another address is typed. */
  change(): void {
    this.error = '';
    if (this.stage.kind !== 'typing') this.stage = { kind: 'typing' };
  }

  /** Ends the current step. */
  stop(): void {
    this.#stop.abort(new DOMException('The person has stopped it.', 'AbortError'));
  }

  #needsConsent({ isHere, host, origin }: TypedAddress): boolean {
    const { policy } = this.#needs.settings;
    if (!isHere && policy.sealed) {
      throw new StorageError(
        message`Sealed mode is on, so nothing is asked of ${host}: it is another site. Switch sealed mode off under Settings, Models, or open an address on this site. Nothing was sent.`,
        { traits: ['says what was kept'] },
      );
    }
    return !isHere && !policy.hosts.includes(origin);
  }

  async #lookAt(place: TypedAddress, signal: AbortSignal): Promise<void> {
    this.stage = { kind: 'looking' };
    const engine = await this.#needs.engine();
    this.stage = { kind: 'found', place, view: await engine.lookAtAddress(place.url, { signal }) };
  }

  async #openAt({ url }: TypedAddress, view: AddressView, signal: AbortSignal): Promise<boolean> {
    const total = view.kind === 'index' ? null : view.bytes;
    this.stage = { kind: 'opening', bytes: 0, total };
    const onBytes = (bytes: number): void => {
      if (this.stage.kind === 'opening') this.stage = { kind: 'opening', bytes, total };
    };
    let failure: unknown;
    const isShown = await this.#needs.opening.show(addressWords().opening, (engine) =>
      engine.openAddress(url, { signal, onBytes }).catch((error: unknown) => {
        failure = error;
        throw new DOMException('It is told in the dialog.', 'AbortError');
      }),
    );
    if (failure !== undefined) throw failure;
    return isShown;
  }

  /** Runs a step; undefined where it failed: the error is shown, and the address can be changed. */
  async #attempt<T>(step: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
    this.error = '';
    this.#stop = new AbortController();
    try {
      return await step(this.#stop.signal);
    } catch (error) {
      const { stopped, stoppedOpening } = addressWords();
      const stop = this.stage.kind === 'opening' ? stoppedOpening : stopped;
      this.stage = { kind: 'typing' };
      this.error = isAbort(error) ? stop : messageText(reasonOf(error));
      return undefined;
    }
  }
}
