import type { EngineApi } from '../core/engine/api';
import type { SearchRequest } from '../core/search/events';
import type { SearchCost } from '../core/search/cost/search-cost';

/** Milliseconds without a change before the cost is asked for. */
const QUIET = 400;

/** What the question in the box would cost, as it is being typed. */
export class AskingCost {
  /** Of each mode that would answer; none while nothing is known. */
  costs = $state.raw<readonly SearchCost[]>([]);
  /** The question that it is about. */
  question = $state.raw('');
  readonly #engine: () => Promise<EngineApi>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest = 0;

  constructor(engine: () => Promise<EngineApi>) {
    this.#engine = engine;
  }

  /** Requests of one question. */
  look(requests: readonly SearchRequest[]): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#reckon(requests), QUIET);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#latest += 1;
  }

  async #reckon(requests: readonly SearchRequest[]): Promise<void> {
    this.#latest += 1;
    const mine = this.#latest;
    const costs = await this.#engine()
      .then((engine) => Promise.all(requests.map((request) => engine.searchCost(request))))
      .catch(() => []); // only an estimate: asking tells what is wrong
    if (mine !== this.#latest) return;
    this.costs = costs;
    this.question = requests[0]?.question ?? '';
  }
}
