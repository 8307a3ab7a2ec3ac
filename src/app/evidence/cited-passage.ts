import type { Answer } from '../../core/search/answer/answer';
import type { Citation, Passage } from '../../core/search/evidence/evidence';
import { nearestFirst } from '../../core/retrieval/nearest-passage';

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * The passage to show for a sentence, of those of its citation that are still here. First the one with the sentence's own words, then one to
 * which another chip of the sentence leads, then the one that shares most words. A report's chip collects the passages of many sentences.
 */
export function citedPassage(
  citation: Citation,
  sentence: string,
  present: { has(documentId: string): boolean },
  beside: readonly Citation[] = [],
): Passage | undefined {
  const here = citation.passages.filter((passage) => present.has(passage.document_id));
  const words = plain(sentence);
  const own = ownPassages(here, beside);
  return (
    here.find((passage) => plain(passage.quote) === words) ??
    here.find((passage) => words !== '' && plain(passage.quote).includes(words)) ??
    nearestFirst(own.length > 0 ? own : here, words)[0]
  );
}

/** Filters the passages to those that a chip of a passage beside it leads to. */
function ownPassages(here: readonly Passage[], beside: readonly Citation[]): readonly Passage[] {
  const spans = new Set(
    beside.filter(({ target }) => target.kind === 'passage').flatMap(({ passages }) => passages.map(spanOf)),
  );
  return here.filter((passage) => spans.has(spanOf(passage)));
}

const spanOf = ({ document_id, start, end }: Passage): string => `${document_id} ${String(start)} ${String(end)}`;

/** Citation numbers of a written answer by what of the evidence they lead to: a text unit's id, or `community N`. */
export function citedEvidence({ citations }: Pick<Answer, 'citations'>): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  for (const { number, target } of citations) {
    const key =
      target.kind === 'passage' ? target.textUnitId : target.kind === 'report' ? `community ${target.community}` : null;
    if (key === null) continue;
    const list = found.get(key);
    if (list) list.push(number);
    else found.set(key, [number]);
  }
  return found;
}
