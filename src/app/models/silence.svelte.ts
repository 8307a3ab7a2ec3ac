/** Milliseconds of silence that are nothing to tell. */
const SHORT = 5_000;

/** How long nothing has been heard, counted while it lasts. */
export class Silence {
  /** Whole seconds; 0 while it is too short to be told. */
  seconds = $state(0);
  #since = 0;
  #ticking: ReturnType<typeof setInterval> | undefined;

  begin(): void {
    this.end();
    this.heard();
    this.#ticking = setInterval(() => {
      const silent = Date.now() - this.#since;
      this.seconds = silent < SHORT ? 0 : Math.floor(silent / 1000);
    }, 1000);
  }

  heard(): void {
    this.#since = Date.now();
    this.seconds = 0;
  }

  end(): void {
    clearInterval(this.#ticking);
    this.seconds = 0;
  }
}
