import type { EngineApi } from '../../core/engine/api';
import type {
  PassageToTry,
  PassageTrial,
  TriedRecord,
  TrialEvent,
} from '../../core/engine/model-index/on-demand/trials';
import type { Values } from '../../core/parameters';
import type { EditedPrompt, Prompt } from '../../core/prompts/prompt';
import { READING } from '../model-index/model-indexing.svelte';
import { WatchedCall } from '../models/model-trial.svelte';
import { explain } from '../words/errors';
import type { Tuning } from '../../core/index/tuning';
import { getModelEngine, type ConnectEngine } from '../engine';
import { getIndexing } from '../library/indexing.svelte';
import type { ChatMessage } from '../../core/models/chat-model';
import type { QueueEvent } from '../../core/models/queue/chat-queue';
import { promptWords } from '../words/screens/prompt-words';

/** A record that a run would keep, with the words that prove it. */
export interface ProvedRecord extends TriedRecord {
  readonly quotes: readonly string[];
}

/** Passages offered to choose from. */
const OFFERED = 8;

/** One passage read with words that are not kept yet. */
export class PromptTrial {
  readonly model = new TrialCalls();
  /** The most central one first; null until they are known. */
  passages = $state.raw<readonly PassageToTry[] | null>(null);
  /** Id of the chosen passage; empty for the first. */
  id = $state('');
  readonly chosen = $derived(this.passages?.find((one) => one.text_unit_id === this.id) ?? this.passages?.[0]);
  outcome = $state.raw<PassageTrial | null>(null);
  readonly records = $derived(this.outcome?.records.map((record) => proved(record, this.outcome, this.chosen)) ?? []);
  readonly #engine: ConnectEngine;

  constructor(engine: ConnectEngine) {
    this.#engine = engine;
  }

  async load(): Promise<void> {
    try {
      this.passages = await (await this.#engine()).passagesToTry(OFFERED);
    } catch (error) {
      this.model.call.state = { kind: 'failed', reason: explain(promptWords().trial.choosing, error).what };
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
      promptWords().trial.doing,
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

/** Choices of a run that use a prompt, by prompt: these can be tried on a passage. */
const CHOICES: Readonly<Record<string, Values>> = {
  compact: { depth: 'compact', claims: false },
  full: { depth: 'full', claims: false },
  themes: { depth: 'themes', claims: false },
  claims: { claims: true },
};

export const canBeTried = ({ name }: Pick<Prompt, 'name'>): boolean => name in CHOICES;

function proved(record: TriedRecord, trial: PassageTrial | null, passage: PassageToTry | undefined): ProvedRecord {
  const text = trial?.text ?? '';
  const from = passage?.start ?? 0;
  const quotes = record.spans.map(({ start, end }) => sentenceAround(text, start - from, end - from));
  return { ...record, quotes: [...new Set(quotes)].slice(0, record.kind === 'entity' ? 1 : undefined) };
}

/** The sentence with these words; the words alone where they are more than one. */
function sentenceAround(text: string, start: number, end: number): string {
  const sentences = [...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)];
  const found = sentences.find(({ index, segment }) => index <= start && end <= index + segment.length);
  return (found?.segment ?? text.slice(start, end)).trim();
}

/** A parameter of the reading as a model proposes it. */
interface Proposal {
  readonly parameter: string;
  readonly title: string;
  readonly proposed: string;
  /** Present value; empty for nothing. */
  readonly now: string;
  readonly taken: boolean;
}

/** Lets the chosen model look at the collection and propose how to read it. */
export class PromptTuning {
  readonly model = new TrialCalls();
  /** Subject of the documents; only shown. */
  domain = $state('');
  proposals = $state.raw<readonly Proposal[]>([]);
  /** True once the last proposals were written into the parameters. */
  used = $state(false);
  readonly #engine = getModelEngine();
  readonly #indexing = getIndexing();

  async propose(): Promise<void> {
    Object.assign(this, { domain: '', proposals: [], used: false });
    let now: Values = {};
    await this.model.run(
      promptWords().fit.doing,
      async (signal) => {
        const engine = await this.#engine();
        now = await readingValues(engine);
        return engine.tuneReading({ signal });
      },
      (event) => {
        if (event.kind === 'tuned') this.#take(event.tuning, now);
      },
    );
  }

  choose(parameter: string, taken: boolean): void {
    this.proposals = this.proposals.map((one) => (one.parameter === parameter ? { ...one, taken } : one));
  }

  /** Replaces a proposal by a person's own words, which are used unless they equal the present value, or are empty. */
  reword(parameter: string, words: string): void {
    this.used = false;
    this.proposals = this.proposals.map((one) =>
      one.parameter === parameter ? { ...one, proposed: words, taken: isNews(words, one.now) } : one,
    );
  }

  /** Writes what is chosen into the parameters of the reading. */
  async use(): Promise<void> {
    const chosen = this.proposals.flatMap(({ taken, parameter, proposed }) =>
      taken ? [[parameter, proposed.trim()]] : [],
    );
    this.used = await this.#indexing.run(promptWords().fit.applying, async function* (engine, options) {
      const values = { ...(await readingValues(engine)), ...Object.fromEntries(chosen) };
      yield* engine.configure(READING, values, options);
    });
    if (!this.used) return;
    this.proposals = this.proposals.map((one) => (one.taken ? { ...one, now: one.proposed, taken: false } : one));
  }

  #take({ domain, persona, types, claims, language }: Tuning, now: Values): void {
    const proposal = (parameter: string, title: string, proposed: string, taken = true): Proposal => {
      const before = String(now[parameter] ?? '');
      return { parameter, title, proposed, now: before, taken: taken && isNews(proposed, before) };
    };
    const words = promptWords().fit;
    this.domain = domain;
    this.proposals = [
      proposal('entity_types', words.entityTypes, types.join(', ')),
      proposal('persona', words.persona, persona),
      proposal('claims_about', words.claims, claims),
      proposal('language', words.language, language, false),
    ];
  }
}

const isNews = (words: string, now: string): boolean => words.trim() !== '' && words.trim() !== now;

/** A call of a trial: the very words sent, and the reply as far as it has come. */
interface TriedCall {
  readonly messages: readonly ChatMessage[];
  readonly reply: string;
}

/** Calls of the chosen model for which a person waits and of which nothing is kept. */
export class TrialCalls {
  readonly call = new WatchedCall();
  calls = $state.raw<readonly TriedCall[]>([]);

  async run(
    doing: string,
    start: (signal: AbortSignal) => Promise<AsyncIterable<TrialEvent>>,
    take: (event: TrialEvent) => void,
  ): Promise<void> {
    this.calls = [];
    await this.call.run(
      start,
      (event) => {
        if (event.kind === 'asked') this.calls = [...this.calls, { messages: event.messages, reply: '' }];
        else if (event.kind === 'replied') this.#reply(() => event.text);
        else if (event.kind === 'sign') this.#follow(event.event);
        else take(event);
      },
      (error) => explain(doing, error).what,
    );
  }

  #follow(event: QueueEvent): void {
    this.call.follow(event);
    if (event.kind === 'restart') this.#reply(() => '');
    if (event.kind === 'delta') this.#reply((reply) => reply + event.text);
  }

  #reply(change: (reply: string) => string): void {
    const last = this.calls.at(-1);
    if (last) this.calls = [...this.calls.slice(0, -1), { ...last, reply: change(last.reply) }];
  }
}

/** Reads the present values of reading with a model. */
async function readingValues(engine: Pick<EngineApi, 'steps'>): Promise<Values> {
  const step = (await engine.steps()).find(({ name }) => name === READING);
  return Object.fromEntries((step?.parameters ?? []).map(({ name, value }) => [name, value]));
}
