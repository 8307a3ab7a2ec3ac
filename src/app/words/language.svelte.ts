import { en, type Words } from './en';
import { locale } from './locale.svelte';

interface Described {
  /** Name of the language in itself. */
  readonly name: string;
  /** The tag for numbers and dates where the browser has no regional one. */
  readonly tag: string;
  readonly load: () => Promise<Catalogue>;
}

interface Catalogue {
  /** The texts of the screen itself. */
  readonly words: Words;
  /** Messages of the engine and its models, by their English. */
  readonly messages: Readonly<Record<string, string>>;
}

const ENGLISH: Catalogue = { words: en, messages: {} };

/** A language is added here, with a catalogue of its own beside `en`. */
export const LANGUAGES = {
  en: { name: 'English', tag: 'en', load: () => Promise.resolve(ENGLISH) },
  zh: { name: '中文', tag: 'zh-CN', load: async () => import('./zh') },
} as const satisfies Readonly<Record<string, Described>>;

export type LanguageCode = keyof typeof LANGUAGES;
/** `browser` follows the languages that the browser asks pages for. */
export type LanguageChoice = LanguageCode | 'browser';

const KEY = 'burrow.language';

const isCode = (text: string | null): text is LanguageCode => text !== null && Object.hasOwn(LANGUAGES, text);

/** Checks for a choice of language, as one that a form gives. */
export const isLanguageChoice = (text: string): text is LanguageChoice => text === 'browser' || isCode(text);

const languageOf = (tag: string): string => new Intl.Locale(tag).language;

/** Language and script: `zh-Hant` is no `zh-Hans`. */
function writingOf(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize();
  return `${language}-${script ?? ''}`;
}

/** The first of the browser's languages that has a catalogue. */
export function preferredLanguage(tags: readonly string[]): LanguageCode {
  return tags.map(languageOf).find(isCode) ?? 'en';
}

/** The person's regional tag of a language, for its dates and numbers. */
export function regionalTag(code: LanguageCode, tags: readonly string[]): string {
  const { tag } = LANGUAGES[code];
  return tags.find((one) => writingOf(one) === writingOf(tag)) ?? tag;
}

/** The language of the screen: the browser's, until the person chooses one. */
class Language {
  words = $state.raw(ENGLISH.words);
  messages = $state.raw(ENGLISH.messages);
  /** The language of these texts. */
  code = $state<LanguageCode>('en');
  choice = $state<LanguageChoice>('browser');

  /** Shows the language chosen before; English where its texts cannot be fetched. */
  async start(): Promise<void> {
    const stored = localStorage.getItem(KEY);
    this.choice = isCode(stored) ? stored : 'browser';
    addEventListener('languagechange', () => void this.#show().catch(() => undefined)); // the words that stand serve on
    await this.#show().catch(() => undefined);
  }

  async choose(choice: LanguageChoice): Promise<void> {
    this.choice = choice;
    if (choice === 'browser') localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, choice);
    await this.#show();
  }

  async #show(): Promise<void> {
    const { choice } = this;
    const code = choice === 'browser' ? preferredLanguage(navigator.languages) : choice;
    const { words, messages } = await LANGUAGES[code].load();
    if (choice !== this.choice) return; // another one was chosen meanwhile
    this.words = words;
    this.code = code;
    this.messages = messages;
    locale.tag = regionalTag(code, navigator.languages);
    document.documentElement.lang = locale.tag;
  }
}

export const language = new Language();
