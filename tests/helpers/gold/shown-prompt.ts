import type { ChatMessage } from '../../../src/core/models/chat-model';

/** Passage in a call, parsed from its words as a model sees them. */
export interface ShownPrompt {
  readonly kind: 'compact' | 'full' | 'themes' | 'claims';
  /** By their number, from 1. */
  readonly names: readonly string[];
  /** By their number, from 1. */
  readonly sentences: readonly string[];
  readonly types: readonly string[];
  /** Answers that the conversation already has. */
  readonly answers: number;
  /** True if it only asks whether something is missing. */
  readonly isDecision: boolean;
}

/** Undefined for a call that reads no passage. */
export function shownPrompt(messages: readonly ChatMessage[]): ShownPrompt | undefined {
  const system = messages.find(({ role }) => role === 'system')?.content ?? '';
  const kind = kindOf(system);
  if (!kind) return undefined;
  const lines = (messages.find(({ role }) => role === 'user')?.content ?? '').split('\n');
  const last = messages.at(-1)?.content ?? '';
  return {
    kind,
    names: numbered(block(lines, 'Names:'), /^\d+ (.*?)(?:, \p{Ll}+)?$/u),
    sentences: numbered(block(lines, 'Sentences:'), /^s\d+ (.*)$/u),
    types: (/(?:Types|one of): ([^.;]+)/u.exec(system)?.[1] ?? '')
      .split(', ')
      .filter((type) => !type.startsWith('or ')),
    answers: messages.filter(({ role }) => role === 'assistant').length,
    isDecision: /Y for yes/u.test(last),
  };
}

function kindOf(system: string): ShownPrompt['kind'] | undefined {
  if (/^keep\||^\{"keep":/mu.test(system)) return 'compact';
  if (/^entity\||^\{"entity":/mu.test(system)) return /\|keywords\||"keywords"/u.test(system) ? 'themes' : 'full';
  return /^claim\||^\{"claim":/mu.test(system) ? 'claims' : undefined;
}

/** The lines after a heading up to the next one; the last heading of that name, as a passage comes last. */
function block(lines: readonly string[], heading: string): readonly string[] {
  const start = lines.indexOf(heading) + 1;
  if (start === 0) return [];
  const end = lines.findIndex((line, at) => at >= start && /^(?:Names|Sentences):$/u.test(line));
  return lines.slice(start, end < 0 ? undefined : end);
}

const numbered = (lines: readonly string[], form: RegExp): readonly string[] =>
  lines.flatMap((line) => form.exec(line)?.[1] ?? []);
