import type { EngineApi } from '../core/engine/api';
import type { PassageToTry } from '../core/engine/model/click/passages-to-try';
import type { PassageTrial, TriedRecord } from '../core/engine/model/click/trials';
import type { Values } from '../core/parameters';
import type { EditedPrompt, Prompt } from '../core/prompts/prompt';
import { readingValues, READING } from './reading-values';
import { WatchedCalls } from './watched-calls.svelte';
import { explain } from './words';

/** A record that a run would keep, with the words that prove it. */
export interface ProvedRecord extends TriedRecord {
  readonly quotes: readonly string[];
}

/** Passages offered to choose from. */
const OFFERED = 8;

/** One passage read with words that are not kept yet. */
export class PromptTrial {
  readonly model = new WatchedCalls();
  /** The most central one first; null until they are known. */
  passages = $state.raw<readonly PassageToTry[] | null>(null);
  /** Of the chosen passage; empty for the first. */
  id = $state('');
  readonly chosen = $derived(this.passages?.find((one) => one.text_unit_id === this.id) ?? this.passages?.[0]);
  outcome = $state.raw<PassageTrial | null>(null);
  readonly records = $derived(this.outcome?.records.map((record) => proved(record, this.outcome, this.chosen)) ?? []);
  readonly #engine: () => Promise<EngineApi>;

  constructor(engine: () => Promise<EngineApi>) {
    this.#engine = engine;
  }

  async load(): Promise<void> {
    try {
      this.passages = await (await this.#engine()).passagesToTry(OFFERED);
    } catch (error) {
      this.model.failure = explain('Choosing a passage', error).what;
    }
  }

  choose(id: string): void {
    this.id = id;
    this.outcome = null;
    this.model.calls = [];
  }

  /** Reads the chosen passage with these words, as a run of the depth that uses them would. */
  async read({ name }: Pick<Prompt, 'name'>, words: EditedPrompt): Promise<void> {
    const { chosen } = this;
    if (!chosen) return;
    this.outcome = null;
    await this.model.run(
      'The trial',
      async (signal) => {
        const engine = await this.#engine();
        const values = { ...(await readingValues(engine)), ...CHOICES[name] };
        const request = { parameters: { [READING]: values }, prompts: { [name]: words } };
        return engine.tryPassage({ ...request, textUnitId: chosen.text_unit_id }, { signal });
      },
      (event) => {
        if (event.kind === 'read') this.outcome = event.trial;
      },
    );
  }
}

/** What a run must choose for a prompt to be used, by prompt: these can be tried on a passage. */
const CHOICES: Readonly<Record<string, Values>> = {
  compact: { depth: 'compact', claims: false },
  full: { depth: 'full', claims: false },
  claims: { claims: true },
};

export const canBeTried = ({ name }: Pick<Prompt, 'name'>): boolean => name in CHOICES;

function proved(record: TriedRecord, trial: PassageTrial | null, passage: PassageToTry | undefined): ProvedRecord {
  const text = trial?.text ?? '';
  const from = passage?.start ?? 0;
  const quotes = record.spans.map(({ start, end }) => sentenceAround(text, start - from, end - from));
  return { ...record, quotes: [...new Set(quotes)].slice(0, record.kind === 'entity' ? 1 : undefined) };
}

/** The sentence that holds these words; the words alone where they are more than one. */
function sentenceAround(text: string, start: number, end: number): string {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)];
  const found = sentences.find(({ index, segment }) => index <= start && end <= index + segment.length);
  return (found?.segment ?? text.slice(start, end)).trim();
}
