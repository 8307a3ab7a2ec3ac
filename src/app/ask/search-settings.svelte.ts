import type { SearchMode, SearchRequest, SearchValues } from '../../core/search/request/search-request';
import { createContext } from 'svelte';
import type { ParameterValue, Values, StepParameter } from '../../core/parameters';
import type { SearchGroup } from '../../core/search/search-parameters';
import type { Notices } from '../notices.svelte';
import type { ConnectEngine } from '../engine';
import { language } from '../words/language.svelte';

type Group = SearchGroup['name'];
type Method = NonNullable<SearchRequest['method']>;

/** Name of the setting that keeps who answers and, by mode, what differs from the defaults. */
const NAME = 'asking';

/** Choices of a person about answers; kept in this browser profile for all collections. */
export class SearchSettings {
  /** Parameters of every answer and of each mode. */
  groups = $state.raw<readonly SearchGroup[]>([]);
  /** Writer where a model is chosen. */
  method = $state<Method>('model');
  /** Values that differ from the defaults. */
  values = $state.raw<SearchValues>({});
  readonly #engine: ConnectEngine;
  readonly #notices: Notices;
  #loaded: Promise<void> | undefined;
  #keeping: Promise<unknown> = Promise.resolve();

  constructor(engine: ConnectEngine, notices: Notices) {
    this.#engine = engine;
    this.#notices = notices;
  }

  /** Reads the choices of earlier visits; without it, the defaults apply. */
  load(): Promise<void> {
    return (this.#loaded ??= this.#read().catch((error: unknown) => {
      this.#loaded = undefined;
      this.#notices.fail(language.words.ask.settings.reading, error);
    }));
  }

  /** Returns the choices for a request; empty where all are defaults. */
  get request(): Pick<SearchRequest, 'method' | 'parameters'> {
    const { method, values } = this;
    return {
      ...(method === 'evidence' && { method }),
      ...(Object.keys(values).length > 0 && { parameters: values }),
    };
  }

  /** Returns the parameters of a mode: its own, then those of every answer; for Auto, which may choose any, all. */
  groupsOf(mode: SearchMode): readonly SearchGroup[] {
    const [own, every] = [this.groups.filter(({ name }) => name === mode), this.#group('answers')];
    return mode === 'auto' ? this.groups : [...own, ...every];
  }

  /** Checks if the level of a mode's reports is chosen right beside the modes. */
  hasLevelAtHand(mode: SearchMode): boolean {
    return this.groups.some(({ name, hasLevelAtHand }) => name === mode && hasLevelAtHand);
  }

  value(group: Group, { name, default: usual }: StepParameter): ParameterValue {
    return this.values[group]?.[name] ?? usual;
  }

  /** Counts a group's parameters that differ from the defaults. */
  differing(group: Group): number {
    return Object.keys(this.values[group] ?? {}).length;
  }

  set(group: Group, { name, default: usual }: StepParameter, value: ParameterValue): void {
    const { [name]: _before, ...others } = this.values[group] ?? {};
    this.#put(group, value === usual ? others : { ...others, [name]: value });
  }

  reset(group: Group): void {
    this.#put(group, {});
  }

  choose(method: Method): void {
    this.method = method;
    this.#keep({ method });
  }

  /** Resolves when every choice until now is kept for good, or its failure was shown. */
  get kept(): Promise<unknown> {
    return this.#keeping;
  }

  #group(name: Group): readonly SearchGroup[] {
    return this.groups.filter((group) => group.name === name);
  }

  #put(group: Group, own: Values): void {
    const { [group]: _before, ...others } = this.values;
    this.values = Object.keys(own).length > 0 ? { ...others, [group]: own } : others;
    this.#keep({ [group]: own });
  }

  #keep(parts: Readonly<Record<string, unknown>>): void {
    const keeping = this.#notices.attempt(language.words.ask.settings.saving, async () => {
      const engine = await this.#engine();
      await engine.changeSetting(NAME, parts);
    });
    this.#keeping = Promise.all([this.#keeping, keeping]);
  }

  async #read(): Promise<void> {
    const engine = await this.#engine();
    const [groups, kept] = await Promise.all([engine.searchParameters(), engine.setting(NAME)]);
    const known = (kept ?? {}) as Readonly<Record<string, unknown>>;
    this.groups = groups;
    this.method = known['method'] === 'evidence' ? 'evidence' : 'model';
    const values = groups.map((group) => [group.name, differingOf(group, known[group.name])] as const);
    this.values = Object.fromEntries(values.filter(([, own]) => Object.keys(own).length > 0));
  }
}

/** Kept values of parameters that there are, where they are not the default. */
function differingOf({ parameters }: SearchGroup, kept: unknown): Values {
  const own = (kept ?? {}) as Values;
  return Object.fromEntries(
    parameters.flatMap(({ name, default: usual }) => {
      const value = own[name];
      return value === undefined || typeof value !== typeof usual || value === usual ? [] : [[name, value]];
    }),
  );
}

export const [getSearchSettings, setSearchSettings] = createContext<SearchSettings>();
