/** How long the tab was hidden while something went on in it. */
export class HiddenTime {
  /** Seconds in all; told anew when the tab is seen again. */
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
