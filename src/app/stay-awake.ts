/** Keeps the screen on while something long runs and the page is seen, where the browser lets it. */
export interface Awake {
  end(): void;
}

export function stayAwake(): Awake {
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
  return {
    end: () => {
      over = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release().catch(() => undefined);
    },
  };
}
