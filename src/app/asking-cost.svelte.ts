import type { EngineApi } from '../core/engine/api';
import type { SearchRequest } from '../core/search/events';
import type { SearchCost } from '../core/search/cost/search-cost';

/** Milliseconds without a change before the cost is asked for. */
const QUIET = 400;

/** What the question in the box would cost, as it is being typed. */
export class AskingCost {
  /** Null while nothing is known. */
  cost = $state.raw<SearchCost | null>(null);
  /** The question that it is about. */
  question = $state.raw('');
  readonly #engine: () => Promise<EngineApi>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest = 0;

  constructor(engine: () => Promise<EngineApi>) {
    this.#engine = engine;
  }

  look(request: SearchRequest): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#reckon(request), QUIET);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#latest += 1;
  }

  async #reckon(request: SearchRequest): Promise<void> {
    this.#latest += 1;
    const mine = this.#latest;
    const cost = await this.#engine()
      .then((engine) => engine.searchCost(request))
      .catch(() => null); // only an estimate: asking tells what is wrong
    if (mine !== this.#latest) return;
    this.cost = cost;
    this.question = request.question;
  }
}
