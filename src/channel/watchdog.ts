export interface Watchdog {
  /** Starts or ends the watch. A worker is watched only while a call is open. */
  watch(isOpen: boolean): void;
  /** A sign of life. */
  heard(): void;
}

const TICKS = 4;

/**
 * Asks for a sign of life while a call is open and reports silence. It counts its own ticks instead of reading a clock. A side that slept or
 * was blocked has ticked only once, so it never blames the other side for its own absence.
 */
export function createWatchdog(silenceMs: number, ask: () => void, onSilence: () => void): Watchdog {
  let timer: ReturnType<typeof setInterval> | undefined;
  let silentTicks = 0;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const tick = () => {
    silentTicks++;
    if (silentTicks <= TICKS) return ask();
    stop();
    onSilence();
  };
  return {
    heard: () => {
      silentTicks = 0;
    },
    watch: (isOpen) => {
      if (!isOpen) return stop();
      if (timer !== undefined || silenceMs === Infinity) return;
      silentTicks = 0;
      timer = setInterval(tick, silenceMs / TICKS);
    },
  };
}
