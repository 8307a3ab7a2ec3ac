/** What the page and the service worker tell each other. The service worker's own file cannot import it and repeats it. */
export type ToServiceWorker =
  | { readonly kind: 'claim' }
  | { readonly kind: 'take over' }
  | { readonly kind: 'keep all' }
  /** Answered with `sealed` on the port that comes with it. */
  | { readonly kind: 'seal'; readonly sealed: boolean }
  | { readonly kind: 'ask seal' };
export type FromServiceWorker = {
  readonly kind: 'refused' | 'allowed';
  readonly url: string;
  readonly time: number;
  /** The worker that was let through. */
  readonly by?: 'download' | 'server';
};
type SealAnswer = { readonly kind: 'sealed'; readonly sealed: boolean };

/** Why this page cannot be guarded. Its message is written for a person. */
export class UnguardedError extends Error {
  override readonly name = 'UnguardedError';
}

export interface GuardOptions {
  /** Where service workers are found; default `navigator.serviceWorker`. */
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
    throw new UnguardedError('Burrow’s guard, its service worker, could not be installed, so no document is opened.', {
      cause,
    });
  });
  if (!container.controller) await controlled(container, patience);
  return registration;
}

async function controlled(container: ServiceWorkerContainer, patience: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const late = setTimeout(
    () =>
      reject(new UnguardedError('Burrow’s guard, its service worker, did not start. Reload the page to try again.')),
    patience,
  );
  container.addEventListener('controllerchange', () => resolve(), { once: true });
  void container.ready.then(({ active }) => active?.postMessage({ kind: 'claim' } satisfies ToServiceWorker));
  await promise.finally(() => clearTimeout(late));
}

function findContainer(): ServiceWorkerContainer | undefined {
  return 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
}

function missing(): string {
  return isSecureContext
    ? 'This browser window has no service workers (some private windows switch them off). Burrow needs one to keep every request inside; open it in an ordinary window.'
    : `Burrow needs a secure address to guard your documents and to store them. Open it over https:// or on this machine as http://localhost${location.port && `:${location.port}`}.`;
}

/**
 * Shuts, or opens again, the way to the model hosts. From then on the service worker refuses downloads, also after a restart; requests
 * that are under way are not cut by it, so a running download worker is to be ended too.
 */
export async function seal(sealed: boolean): Promise<void> {
  await askGuard({ kind: 'seal', sealed });
}

export async function isSealed(): Promise<boolean> {
  return (await askGuard({ kind: 'ask seal' })).sealed;
}

async function askGuard(message: ToServiceWorker): Promise<SealAnswer> {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<SealAnswer>((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<SealAnswer>) => resolve(data);
  });
  active?.postMessage(message, [port2]);
  return answer.finally(() => port1.close());
}

/** Asks the service worker to keep the rest of this build, so that everything works offline. */
export function keepWholeBuild(): void {
  navigator.serviceWorker.controller?.postMessage({ kind: 'keep all' } satisfies ToServiceWorker);
}

/** Tells when a newer version waits, or has taken over from another tab; `apply` reloads into it. Nothing changes by itself. */
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
