import type { ChatReply, ChatUsage } from '../../models/chat-model';
import type { Repair } from '../../shapes/repairs';
import type { Findings } from './replies/findings';
import type { ReadingTally, Rejection } from './reading';

/** Counts what reading one text unit costs and gives. */
export class ReadingCounter {
  #calls = 0;
  #promptTokens = 0;
  #completionTokens = 0;
  #seconds = 0;
  #failedReplies = 0;
  readonly #useful: ChatUsage[] = [];
  readonly #repairs = new Map<Repair, number>();
  readonly #rejected = new Map<Rejection, number>();
  readonly #heard: (useful: boolean) => void;

  /** `heard` is called for each reply, with whether it was usable. */
  constructor(heard: (useful: boolean) => void = () => undefined) {
    this.#heard = heard;
  }

  reply({ usage }: ChatReply): void {
    this.#calls++;
    this.#promptTokens += usage.promptTokens;
    this.#completionTokens += usage.completionTokens;
    this.#seconds += usage.seconds;
  }

  failed(): void {
    this.#failedReplies++;
    this.#heard(false);
  }

  /** Counts a usable reply; only these tell how fast a model works. */
  used({ usage }: ChatReply): void {
    this.#useful.push(usage);
    this.#heard(true);
  }

  get useful(): readonly ChatUsage[] {
    return this.#useful;
  }

  repaired(repairs: readonly Repair[]): void {
    for (const repair of repairs) this.#repairs.set(repair, (this.#repairs.get(repair) ?? 0) + 1);
  }

  rejected(reasons: readonly Rejection[]): void {
    for (const reason of reasons) this.#rejected.set(reason, (this.#rejected.get(reason) ?? 0) + 1);
  }

  with({ entities, relations, claims }: Findings): ReadingTally {
    return {
      calls: this.#calls,
      promptTokens: this.#promptTokens,
      completionTokens: this.#completionTokens,
      seconds: this.#seconds,
      entities: entities.length,
      relationships: relations.length,
      claims: claims.length,
      failedReplies: this.#failedReplies,
      repairs: Object.fromEntries(this.#repairs),
      rejected: Object.fromEntries(this.#rejected),
    };
  }
}
