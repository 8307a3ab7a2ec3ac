import type { GoldEntity } from '../../../scripts/lib/gold';
import type { ModelCall } from '../../../src/core/models/model-call';
import type { ReplyForm } from './reply-form';

const PAIR = /^(\d+)\. A: "(.+?)"(?: \([^)]*\))? B: "(.+?)"(?: \([^)]*\))?$/gmu;

/** A pair of names that a call asks about. */
interface AskedPair {
  readonly number: number;
  readonly a: string;
  readonly b: string;
}

/** The pairs in the last message of a call about names. */
export function askedPairs({ messages }: Pick<ModelCall, 'messages'>): readonly AskedPair[] {
  const text = messages.at(-1)?.content ?? '';
  return [...text.matchAll(PAIR)].map(([, number, a = '', b = '']) => ({ number: Number(number), a, b }));
}

/** Makes a check that two names mean the same by the gold standard: titles or aliases of one entity. */
export function goldSame(entities: readonly GoldEntity[]): (a: string, b: string) => boolean {
  const owners = new Map<string, Set<string>>();
  for (const { id, title, aliases } of entities) {
    for (const name of [title, ...aliases]) owners.set(fold(name), (owners.get(fold(name)) ?? new Set()).add(id));
  }
  return (a, b) => {
    const others = owners.get(fold(b));
    return [...(owners.get(fold(a)) ?? [])].some((id) => others?.has(id));
  };
}

/** Answers a call about names like a model that knows the gold standard. */
export function goldDecisions(
  entities: readonly GoldEntity[],
): (call: Pick<ModelCall, 'messages'>, form?: ReplyForm) => string {
  const same = goldSame(entities);
  return (call, form = 'lines') => {
    const pairs = askedPairs(call);
    if (form === 'lines')
      return pairs.map(({ number, a, b }) => `${same(a, b) ? 'yes' : 'no'}|${String(number)}`).join('\n');
    const listed = (isSame: boolean) =>
      pairs.filter(({ a, b }) => same(a, b) === isSame).map(({ number }) => ({ pair: number }));
    return JSON.stringify({ yes: listed(true), no: listed(false) });
  };
}

const fold = (name: string): string => name.toLowerCase().replace(/^the /u, '');
