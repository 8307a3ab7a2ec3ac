interface ThreadScope {
  readonly crossOriginIsolated: boolean;
  readonly navigator: { readonly hardwareConcurrency: number };
}

/** What is gained beyond two threads has not been measured; each costs memory. */
const MOST = 4;

/**
 * Threads for arithmetic on the processor: shared memory is only given where the page is isolated from other origins, and one core is
 * left to everything else, since threads that wait for a core make each other wait (`npm run bench -- threads`).
 */
export function threadsFor({ crossOriginIsolated, navigator }: ThreadScope): number {
  return crossOriginIsolated ? Math.max(1, Math.min(MOST, navigator.hardwareConcurrency - 1)) : 1;
}
