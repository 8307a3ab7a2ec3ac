export interface Watchdog {
  /** Starts or ends the watch. Only a worker that owes an answer is watched. */
  watch(owed: boolean): void;
  /** A sign of life. */
  heard(): void;
}

const TICKS = 4;

/**
 * Asks for a sign of life while an answer is owed and reports silence. It counts its own ticks instead of reading a clock:
 * a side that slept or was blocked itself has ticked only once, so it never blames the other for its own absence.
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
    watch: (owed) => {
      if (!owed) return stop();
      if (timer !== undefined || silenceMs === Infinity) return;
      silentTicks = 0;
      timer = setInterval(tick, silenceMs / TICKS);
    },
  };
}
