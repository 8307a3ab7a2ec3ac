import { explain, isAbort, type Explained } from './words/errors';

export interface Notice extends Partial<Explained> {
  readonly id: number;
  readonly tone: 'error' | 'info';
  readonly what: string;
  /** What was being done when it failed; another try takes its place. */
  readonly doing?: string;
}

/** Messages shown at a time; more would cover the page. */
const SHOWN = 3;

/** Messages to the person. Errors stay until dismissed. */
export class Notices {
  items = $state.raw<readonly Notice[]>([]);
  #next = 1;

  say(what: string): void {
    const id = this.#push({ tone: 'info', what });
    setTimeout(() => this.dismiss(id), 8000);
  }

  fail(doing: string, error: unknown): void {
    if (isAbort(error)) return;
    this.#push({ tone: 'error', doing, ...explain(doing, error) });
  }

  dismiss(id: number): void {
    this.items = this.items.filter((item) => item.id !== id);
  }

  /** Runs something the person asked for; a failure becomes a notice and `undefined`. */
  async attempt<T>(doing: string, run: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await run();
      this.items = this.items.filter((item) => item.doing !== doing);
      return result;
    } catch (error) {
      this.fail(doing, error);
      return undefined;
    }
  }

  #push(notice: Omit<Notice, 'id'>): number {
    const id = this.#next++;
    const others = this.items.filter(
      (item) => item.what !== notice.what && (!notice.doing || item.doing !== notice.doing),
    );
    this.items = [...others.slice(1 - SHOWN), { ...notice, id }];
    return id;
  }
}
