import type { SearchRequest } from '../../core/search/request/search-request';
import type { SearchCost } from '../../core/search/search-cost';
import type { ConnectEngine } from '../engine';

/** Milliseconds without a change before the cost is asked for. */
const QUIET = 400;

/** Estimated cost of the question in the box, while it is being typed. */
export class CostEstimate {
  /** Costs by the mode that would answer; empty while unknown. */
  costs = $state.raw<readonly SearchCost[]>([]);
  /** The question that it is about. */
  question = $state.raw('');
  /** True from a change of how it is asked, such as of the mode, until its cost is known: `costs` are of another choice. */
  outdated = $state.raw(false);
  readonly #engine: ConnectEngine;
  #how = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #latest = 0;

  constructor(engine: ConnectEngine) {
    this.#engine = engine;
  }

  /** Requests of one question. Another choice is reckoned at once, another wording once it rests. */
  look(requests: readonly SearchRequest[]): void {
    clearTimeout(this.#timer);
    const how = howAsked(requests);
    const isOther = this.#how !== '' && how !== this.#how;
    this.#how = how;
    if (isOther) {
      this.#latest += 1;
      this.outdated = true;
    }
    this.#timer = setTimeout(() => void this.#reckon(requests), isOther ? 0 : QUIET);
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
      .catch(() => []); // only an estimate: asking shows what is wrong
    if (mine !== this.#latest) return;
    this.costs = costs;
    this.outdated = false;
    this.question = requests[0]?.question ?? '';
  }
}

const howAsked = (requests: readonly SearchRequest[]): string =>
  JSON.stringify(requests.map(({ mode, method, parameters, documentIds }) => [mode, method, parameters, documentIds]));
