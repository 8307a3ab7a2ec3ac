/** The Prompt API as Chrome 148 ships it: https://developer.chrome.com/docs/ai/prompt-api. TypeScript's own library does not have it yet. */
export interface LanguageModelFactory {
  availability(options?: LanguageModelOptions): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options?: LanguageModelOptions & CreateOptions): Promise<LanguageModelSession>;
}

export interface LanguageModelOptions {
  readonly expectedInputs?: readonly { readonly type: 'text'; readonly languages?: readonly string[] }[];
  readonly expectedOutputs?: readonly { readonly type: 'text'; readonly languages?: readonly string[] }[];
}

interface CreateOptions {
  readonly initialPrompts?: readonly Prompt[];
  readonly signal?: AbortSignal;
  readonly monitor?: (monitor: EventTarget) => void;
}

export interface Prompt {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

export interface LanguageModelSession {
  /** Tokens. */
  readonly contextWindow: number;
  readonly contextUsage: number;
  promptStreaming(
    input: readonly Prompt[] | string,
    options?: {
      readonly responseConstraint?: object;
      readonly omitResponseConstraintInput?: boolean;
      readonly signal?: AbortSignal;
    },
  ): ReadableStream<string>;
  measureContextUsage(input: readonly Prompt[] | string): Promise<number>;
  destroy(): void;
}

export function languageModel(scope: object = globalThis): LanguageModelFactory | null {
  const found: unknown = Reflect.get(scope, 'LanguageModel');
  return typeof found === 'function' || (typeof found === 'object' && found !== null)
    ? (found as LanguageModelFactory)
    : null;
}
