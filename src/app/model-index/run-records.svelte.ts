import type { RunRecord } from '../../core/ports/run-record';
import { READING_DOCUMENTS, runStats } from '../../core/index/run-stats';
import { getEngine } from '../engine';
import { getLibrary } from '../library/library.svelte';
import { getNotices } from '../notices.svelte';
import { fileName, saveFile } from '../platform/files';
import { modelIndexWords } from '../words/screens/model-index-words';

/** A step, with its name for people. */
interface TitledStep {
  readonly name: string;
  readonly title: string;
}

/** The records of the last runs, the latest first, and the one that is looked at. */
export class RunRecords {
  /** Steps in their order, once they are known. */
  steps = $state.raw<readonly TitledStep[]>([]);
  /** `begunAt` of the chosen record; null for the latest one. */
  chosen = $state<number | null>(null);
  readonly #engine = getEngine();
  readonly #library = getLibrary();
  readonly #notices = getNotices();
  readonly all = $derived(this.#library.view?.runRecords.toReversed() ?? []);
  readonly record = $derived(this.all.find(({ begunAt }) => begunAt === this.chosen) ?? this.all[0] ?? null);
  /** Steps of the record, in their order. */
  readonly rows = $derived(this.#inOrder(this.record?.steps ?? {}));
  /** The latest work of the steps without a model, beside the latest record. */
  readonly others = $derived(this.record === (this.all[0] ?? null) ? this.#inOrder(this.#times) : []);

  async load(): Promise<void> {
    await this.#notices.attempt(modelIndexWords().loadingParameters, async () => {
      const steps = await (await this.#engine()).steps();
      this.steps = [{ name: READING_DOCUMENTS, title: 'Reading documents' }, ...steps];
    });
  }

  save(record: RunRecord): void {
    const times = record === this.all[0] ? this.#times : {};
    const stats = new Blob([JSON.stringify(runStats(record, times), null, 4)], { type: 'application/json' });
    saveFile(stats, fileName(`${this.#library.view?.collection.name ?? ''} stats`, 'json'));
  }

  get #times() {
    return this.#library.view?.stepTimes ?? {};
  }

  #inOrder<T>(works: Readonly<Record<string, T>>): readonly (TitledStep & { readonly work: T })[] {
    return this.steps.flatMap(({ name, title }) => {
      const work = works[name];
      return work === undefined ? [] : [{ name, title, work }];
    });
  }
}
