import type { ReportForm } from './dataset';

/** What a context is made by, besides the tables. */
export interface ContextChoice {
  readonly form: ReportForm;
  /** Estimated tokens of the tables in the prompt at most. */
  readonly tokens: number;
}

const KEY = /^model:(compact|full):(\d+):[0-9a-f]{32}$/u;

/** The `context_hash` of a report that a model wrote: it says all that is needed to find out whether the report is still valid. */
export function contextKey({ form, tokens }: ContextChoice, hash: string): string {
  return `model:${form}:${String(tokens)}:${hash}`;
}

/** By what a model's report was made; null for a report that no model wrote. */
export function choiceOfKey(key: string): ContextChoice | null {
  const [, form, tokens] = KEY.exec(key) ?? [];
  if (tokens === undefined) return null;
  return { form: form === 'full' ? 'full' : 'compact', tokens: Number(tokens) };
}
