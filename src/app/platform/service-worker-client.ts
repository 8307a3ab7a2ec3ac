import { inEnglish, message, type Message } from '../../core/message';

/**
 * Messages between the page and the service worker. The service worker's own file cannot import them and repeats them.
 */
type ToServiceWorker =
  | { readonly kind: 'claim' }
  | { readonly kind: 'take over' }
  | { readonly kind: 'keep all' }
  /** Answered on the port that comes with it. */
  | { readonly kind: 'seal'; readonly sealed: boolean }
  | { readonly kind: 'allow servers'; readonly servers: readonly string[] }
  | { readonly kind: 'allow hosts'; readonly hosts: readonly string[] }
  | { readonly kind: 'ask policy' };
export type FromServiceWorker = {
  readonly kind: 'refused' | 'allowed';
  readonly url: string;
  readonly time: number;
  /** The worker that was let through. */
  readonly by?: Reaching;
};
/** Decisions of the person on requests that leave this machine; the service worker keeps and enforces them. */
export interface Policy {
  /** True if none may. */
  readonly sealed: boolean;
  /** Origins of the model servers beyond this machine that were allowed by name. */
  readonly servers: readonly string[];
  /** Origins of other sites whose files may be read, allowed by name. */
  readonly hosts: readonly string[];
}
/** Message to every page when one of these changed; to be answered on the port that comes with it. */
interface PolicyChanged extends Policy {
  readonly kind: 'policy changed';
  /** Roles whose running workers must be ended. */
  readonly roles: readonly Reaching[];
}
/** The workers that may reach other hosts. */
export type Reaching = 'download' | 'server' | 'address';
type PolicyAnswer =
  /** `silent`: pages that did not confirm the end of their running work. */
  | ({ readonly kind: 'policy'; readonly silent?: number } & Policy)
  | { readonly kind: 'failed'; readonly reason: string };

/** An error whose words are for a person. */
class GuardError extends Error {
  readonly wording: Message;

  constructor(wording: Message, options?: ErrorOptions) {
    super(inEnglish(wording), options);
    this.wording = wording;
  }
}

/** Reason why this page cannot be guarded. */
class UnguardedError extends GuardError {
  override readonly name = 'UnguardedError';
}

interface GuardOptions {
  /** Container of service workers; default `navigator.serviceWorker`. */
  readonly container?: ServiceWorkerContainer | undefined;
  readonly script?: string;
  /** Milliseconds to wait for control. */
  readonly patience?: number;
}

/**
 * Registers the service worker and resolves once it controls this page; only then may a worker start, since its script
 * gets the content policy from there. After a forced reload the page asks to be claimed. Throws UnguardedError.
 */
export async function takeGuard(options: GuardOptions = {}): Promise<ServiceWorkerRegistration> {
  const { script = 'service-worker.js', patience = 20_000 } = options;
  const container = 'container' in options ? options.container : findContainer();
  if (!container) throw new UnguardedError(missing());
  const registration = await container.register(new URL(script, document.baseURI)).catch((cause: unknown) => {
    throw new UnguardedError(
      message`Burrow’s guard, its service worker, could not be installed, so no document is opened.`,
      {
        cause,
      },
    );
  });
  if (!container.controller) await controlled(container, patience);
  return registration;
}

async function controlled(container: ServiceWorkerContainer, patience: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(
    () =>
      reject(
        new UnguardedError(message`Burrow’s guard, its service worker, did not start. Reload the page to try again.`),
      ),
    patience,
  );
  container.addEventListener('controllerchange', () => resolve(), { once: true });
  void container.ready.then(({ active }) => active?.postMessage({ kind: 'claim' } satisfies ToServiceWorker));
  await promise.finally(() => clearTimeout(late));
}

function findContainer(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
}

function missing(): Message {
  return isSecureContext
    ? message`This browser window has no service workers (some private windows switch them off). Burrow needs one to keep every request inside; open it in an ordinary window.`
    : message`Burrow needs a secure address to guard your documents and to store them. Open it over https:// or on this machine as http://localhost${location.port && `:${location.port}`}.`;
}

/**
 * Shuts, or opens again, every way out but the one to this machine, also for later visits. Every page ends its workers that are bound by the
 * policy of before, since what is under way cannot be cut otherwise. Throws PolicyError when it did not come about, or not in every page.
 */
export async function seal(sealed: boolean, options: AskOptions = {}): Promise<void> {
  const { silent = 0 } = await askGuard({ kind: 'seal', sealed }, options);
  if (silent === 0) return;
  throw new PolicyError(
    sealed ? stillUnderWay(silent) : message`${otherTabs(silent)} did not answer; reload them to download there`,
  );
}

/** Allows these model servers beyond this machine, or these hosts of files, and no other, in the same way. */
export async function allowOrigins(
  allowed: { readonly servers: readonly string[] } | { readonly hosts: readonly string[] },
  options: AskOptions = {},
): Promise<void> {
  const request: ToServiceWorker =
    'servers' in allowed ? { kind: 'allow servers', ...allowed } : { kind: 'allow hosts', ...allowed };
  const { silent = 0 } = await askGuard(request, options);
  if (silent > 0) throw new PolicyError(stillUnderWay(silent));
}

export async function readPolicy(options: AskOptions = {}): Promise<Policy> {
  const { sealed, servers, hosts } = await askGuard({ kind: 'ask policy' }, options);
  return { sealed, servers, hosts };
}

const otherTabs = (silent: number): Message =>
  silent === 1 ? message`one other tab of Burrow` : message`${silent} other tabs of Burrow`;

const stillUnderWay = (silent: number): Message =>
  message`${otherTabs(silent)} did not answer, and what is under way may go on there until it is closed. Nothing new is let through`;

/** Calls back when the policy changed, by whichever page; with the workers that are bound by the one of before. */
export function watchPolicy(listener: (change: PolicyChanged) => Promise<void>): void {
  findContainer()?.addEventListener('message', ({ data, ports }: MessageEvent<FromServiceWorker | PolicyChanged>) => {
    if (data.kind === 'policy changed') void listener(data).finally(() => ports[0]?.postMessage('done'));
  });
}

/** The policy could not be changed or looked at. */
export class PolicyError extends GuardError {
  override readonly name = 'PolicyError';
}

interface AskOptions extends Pick<GuardOptions, 'container' | 'patience'> {}

async function askGuard(
  request: ToServiceWorker,
  { container = findContainer(), patience = 10_000 }: AskOptions,
): Promise<Extract<PolicyAnswer, { kind: 'policy' }>> {
  const { port1, port2 } = new MessageChannel();
  let late: ReturnType<typeof setTimeout> | undefined;
  const answer = new Promise<PolicyAnswer>((resolve, reject) => {
    port1.onmessage = ({ data }: MessageEvent<PolicyAnswer>) => resolve(data);
    late = setTimeout(
      () => reject(new PolicyError(message`Burrow’s guard, its service worker, did not answer`)),
      patience,
    );
    void container?.ready.then(({ active }) => active?.postMessage(request, [port2]));
  });
  try {
    const reply = await answer;
    if (reply.kind === 'policy') return reply;
    throw new PolicyError(message`Burrow’s guard, its service worker, could not do it (is the disk full?)`, {
      cause: reply.reason,
    });
  } finally {
    clearTimeout(late);
    port1.close();
  }
}

/** Asks the service worker to keep the rest of this build, so that everything works offline. */
export function keepWholeBuild(): void {
  navigator.serviceWorker.controller?.postMessage({ kind: 'keep all' } satisfies ToServiceWorker);
}

/**
 * Calls the listener when a newer version waits, or has taken over from another tab; `apply` reloads into it. Nothing
 * changes by itself.
 */
export function watchUpdate(registration: ServiceWorkerRegistration, listener: (apply: () => void) => void): void {
  const container = navigator.serviceWorker;
  const reload = () => location.reload();
  const offer = (worker: ServiceWorker) =>
    listener(() => {
      container.addEventListener('controllerchange', reload, { once: true });
      worker.postMessage({ kind: 'take over' } satisfies ToServiceWorker);
    });
  const follow = (worker: ServiceWorker | null) => {
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && container.controller) offer(worker);
    });
  };
  if (registration.waiting && container.controller) offer(registration.waiting);
  follow(registration.installing);
  registration.addEventListener('updatefound', () => follow(registration.installing));
  const present = container.controller;
  container.addEventListener('controllerchange', () => {
    if (present && container.controller !== present) listener(reload);
  });
}
