import type { Cited, Draft } from './draft';
import type { AnswerSentence, Citation } from './events';
import { spanKey } from './passages';

/** An answer's sentences with numbered citations, in order of first use. */
export interface Numbered {
  readonly sentences: readonly AnswerSentence[];
  readonly citations: readonly Citation[];
}

/**
 * Numbers citations from 1 in order of first use. A passage has the number of its own words, so that each sentence leads to what
 * it says; any other target keeps its number and collects the passages of every use.
 */
export function numberCitations(draft: Pick<Draft, 'sentences'>): Numbered {
  const numbers = new Map<string, number>();
  const citations: Citation[] = [];
  const numberOf = (one: Cited): number => {
    const { target, passages } = one;
    const key = citationKey(one);
    const number = numbers.get(key) ?? citations.length + 1;
    numbers.set(key, number);
    const before = citations[number - 1];
    const all = new Map([...(before?.passages ?? []), ...passages].map((passage) => [spanKey(passage), passage]));
    citations[number - 1] = { number, target, passages: [...all.values()] };
    return number;
  };
  const sentences = draft.sentences.map(({ text, role, cited, nearest }) => ({
    text,
    role,
    citations: [...new Set(cited.map(numberOf))],
    ...(nearest && { nearest: numberOf(nearest) }),
  }));
  return { sentences, citations };
}

function citationKey({ target, passages }: Cited): string {
  const [first] = passages;
  if (target.kind === 'passage') return `passage:${first ? spanKey(first) : target.textUnitId}`;
  return target.kind === 'report' ? `report:${target.community}` : `${target.kind}:${target.id}`;
}
