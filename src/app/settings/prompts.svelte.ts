import type { Message } from '../../core/message';
import { promptProblems, promptVersion, type EditedPrompt, type Prompt } from '../../core/prompts/prompt';
import type { Dialogs } from '../dialogs.svelte';
import type { ConnectEngine } from '../engine';
import type { Notices } from '../notices.svelte';
import { getSession, type Session } from '../session.svelte';
import { promptWords } from '../words/screens/prompt-words';
import { messageText } from '../words/messages';
export { PLACEHOLDERS, placeholdersOf } from '../../core/prompts/prompt';

/** Name of the setting that keeps a person's own words, by prompt. */
const NAME = 'prompts';

/** A person's own words by prompt. */
type Kept = Readonly<Record<string, EditedPrompt | null>>;

export type PromptText = Required<EditedPrompt>;

/** The words of the prompts: the default ones, those kept and those being typed. */
export class Prompts {
  loaded = $state(false);
  /** Every prompt, in the order in which runs and questions use them. */
  all = $state.raw<readonly Prompt[]>([]);
  #kept = $state.raw<Kept>({});
  /** Typed and not kept yet, by prompt. */
  #drafts = $state.raw<Readonly<Record<string, PromptText>>>({});
  readonly #engine: ConnectEngine;
  readonly #notices: Notices;
  readonly #dialogs: Dialogs;

  constructor(engine: ConnectEngine, notices: Notices, dialogs: Dialogs) {
    this.#engine = engine;
    this.#notices = notices;
    this.#dialogs = dialogs;
  }

  async load(): Promise<void> {
    await this.#notices.attempt(promptWords().doing.load, async () => {
      const engine = await this.#engine();
      const [all, kept] = await Promise.all([engine.prompts(), engine.setting(NAME)]);
      this.all = all;
      this.#take(kept);
      this.loaded = true;
    });
  }

  /** The words in the editor. */
  words(prompt: Prompt): PromptText {
    return this.#drafts[prompt.name] ?? this.kept(prompt);
  }

  /** The words that a run uses. */
  kept(prompt: Prompt): PromptText {
    const own = this.#kept[prompt.name];
    return { system: own?.system ?? prompt.system, user: own?.user ?? prompt.user };
  }

  /** True if a run uses other words than the default ones. */
  changed(prompt: Prompt): boolean {
    return !same(this.kept(prompt), prompt);
  }

  /** True if the editor has words that are not kept. */
  hasDraft(prompt: Prompt): boolean {
    return !same(this.words(prompt), this.kept(prompt));
  }

  version(prompt: Prompt): string {
    return promptVersion(prompt, this.kept(prompt));
  }

  problems(prompt: Prompt): readonly Message[] {
    return promptProblems(prompt, this.words(prompt));
  }

  type(prompt: Prompt, words: EditedPrompt): void {
    this.#drafts = { ...this.#drafts, [prompt.name]: { ...this.words(prompt), ...words } };
  }

  /** Runs use the words of the editor from now on. */
  async keep(prompt: Prompt): Promise<void> {
    if (this.problems(prompt).length > 0) return;
    const { system, user } = this.words(prompt);
    const own: EditedPrompt = {
      ...(system !== prompt.system && { system }),
      ...(user !== prompt.user && { user }),
    };
    await this.#change(prompt, promptWords().doing.save, Object.keys(own).length > 0 ? own : null);
  }

  /** Runs use the default words again; resolves with false when the person thought better of it. */
  async toDefault(prompt: Prompt): Promise<boolean> {
    const words = promptWords();
    const sure = await this.#dialogs.confirm({
      title: words.resetTitle(messageText(prompt.title)),
      text: words.resetText,
      action: words.reset,
    });
    if (sure) await this.#change(prompt, words.doing.reset, null);
    return sure;
  }

  async #change(prompt: Prompt, doing: string, own: EditedPrompt | null): Promise<void> {
    await this.#notices.attempt(doing, async () => {
      const engine = await this.#engine();
      this.#take(await engine.changeSetting(NAME, { [prompt.name]: own }));
      const { [prompt.name]: _kept, ...others } = this.#drafts;
      this.#drafts = others;
    });
  }

  #take(setting: unknown): void {
    this.#kept = (setting ?? {}) as Kept;
  }
}

const same = (a: PromptText, b: PromptText): boolean => a.system === b.system && a.user === b.user;

const known = new WeakMap<Session, Prompts>();

/** The one state of the prompts of this page, so that what was typed is still there when the person comes back. */
export function getPrompts(): Prompts {
  const session = getSession();
  const prompts = known.get(session) ?? new Prompts(() => session.engine(), session.notices, session.dialogs);
  known.set(session, prompts);
  return prompts;
}
