/** Time for which the tab was hidden while something ran in it. */
export class HiddenTime {
  /** Seconds in all; updated when the tab is seen again. */
  seconds = $state(0);
  #since: number | null = null;

  /** Counts until the returned function is called. */
  watch(): () => void {
    const look = (): void => {
      const now = Date.now();
      if (document.visibilityState === 'hidden') this.#since ??= now;
      else if (this.#since !== null) {
        this.seconds += (now - this.#since) / 1000;
        this.#since = null;
      }
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }
}

/** Calls back whenever the page is about to end, or is hidden and may end without a word. Returns what ends that; nothing is done where there is no page. */
export function onPageHide(act: () => void): () => void {
  if (typeof document === 'undefined') return () => undefined;
  const hidden = (): void => {
    if (document.visibilityState === 'hidden') act();
  };
  document.addEventListener('visibilitychange', hidden);
  globalThis.addEventListener('pagehide', act);
  return () => {
    document.removeEventListener('visibilitychange', hidden);
    globalThis.removeEventListener('pagehide', act);
  };
}

/** Keeps the screen on while something long runs and the page is seen, where the browser lets it. Returns what ends that. */
export function keepScreenOn(): () => void {
  let lock: WakeLockSentinel | undefined;
  let over = false;
  const ask = (): void => {
    if (over || document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return;
    navigator.wakeLock.request('screen').then(
      (given) => {
        lock = given;
        if (over) void given.release();
      },
      () => undefined, // refused, as on low battery: the run goes on all the same while the machine is awake
    );
  };
  document.addEventListener('visibilitychange', ask);
  ask();
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', ask);
    void lock?.release().catch(() => undefined);
  };
}
