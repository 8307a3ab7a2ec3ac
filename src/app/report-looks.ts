import type { ReportsToWrite } from '../core/engine/model/click/reports-to-write';
import type { CallOptions } from '../core/ports/platform';

/** What was looked up for an answer, which holds for one generation of the tables. */
interface Look {
  readonly reportIds: readonly string[];
  readonly generation: number | undefined;
  readonly ended: Promise<void>;
  /** Ends it where another one has begun, or nobody wants to know any more. */
  readonly ending: AbortController;
}

interface Looking {
  readonly find: (reportIds: readonly string[], options: CallOptions) => Promise<ReportsToWrite | null>;
  readonly generation: () => number | undefined;
  readonly onFound: (turn: string, found: ReportsToWrite) => void;
}

/** Looks which reports of answers there are to write: once, and again where the tables have changed. */
export class ReportLooks {
  readonly #looking: Looking;
  readonly #looks = new Map<string, Look>();
  /** Turns whose look failed: that is told once, and the next look is quiet. */
  readonly #failed = new Set<string>();

  constructor(looking: Looking) {
    this.#looking = looking;
  }

  /** The reports that were looked for, for the answer of a turn. */
  wanted(turn: string): readonly string[] {
    return this.#looks.get(turn)?.reportIds ?? [];
  }

  /** Looks unless that was done; `stands` says that what was found before is not to change now. Throws once in a visit where it fails. */
  look(turn: string, reportIds: readonly string[], stands: boolean): Promise<void> {
    const generation = this.#looking.generation();
    const before = this.#looks.get(turn);
    if (before && (before.generation === generation || stands)) return before.ended;
    before?.ending.abort();
    const ending = new AbortController();
    const ended = this.#look(turn, reportIds, ending).catch((error: unknown) => {
      if (!ending.signal.aborted) this.#fail(turn, error);
    });
    this.#looks.set(turn, { reportIds, generation, ended, ending });
    return ended;
  }

  /** Has the tables changed in a way after which what was looked up goes on to hold. */
  through(change: () => void): void {
    const before = this.#looking.generation();
    change();
    const generation = this.#looking.generation();
    for (const [turn, look] of this.#looks) {
      if (look.generation === before) this.#looks.set(turn, { ...look, generation });
    }
  }

  reset(): void {
    for (const { ending } of this.#looks.values()) ending.abort();
    this.#looks.clear();
    this.#failed.clear();
  }

  async #look(turn: string, reportIds: readonly string[], { signal }: AbortController): Promise<void> {
    const found = await this.#looking.find(reportIds, { signal });
    if (signal.aborted) return;
    if (found) this.#looking.onFound(turn, found);
    else this.#looks.delete(turn); // a model may be chosen later
  }

  /** The next one who asks looks again, without a word where that fails, too. */
  #fail(turn: string, error: unknown): void {
    this.#looks.delete(turn);
    if (this.#failed.has(turn)) return;
    this.#failed.add(turn);
    throw error;
  }
}
