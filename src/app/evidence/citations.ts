import type { Citation, Passage, Answer } from '../../core/search/events';
import { terms } from '../../core/text/terms';

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

/**
 * Of a citation's passages that are still here the one with the sentence's own words, else one to which another chip of that sentence
 * leads (a report's chip collects the passages of all sentences that it stands beside), else the one that shares most, else the best.
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
    nearest(own.length > 0 ? own : here, words)
  );
}

/** Those that a chip of a passage beside it leads to. */
function ownPassages(here: readonly Passage[], beside: readonly Citation[]): readonly Passage[] {
  const spans = new Set(
    beside.filter(({ target }) => target.kind === 'passage').flatMap(({ passages }) => passages.map(spanOf)),
  );
  return here.filter((passage) => spans.has(spanOf(passage)));
}

const spanOf = ({ document_id, start, end }: Passage): string => `${document_id} ${String(start)} ${String(end)}`;

/** The passage that shares most words with a sentence, those that few of the passages have counting more; the first of equals. */
function nearest(passages: readonly Passage[], sentence: string): Passage | undefined {
  const said = new Set(terms(sentence));
  const shared = passages.map(({ quote }) => [...new Set(terms(quote))].filter((term) => said.has(term)));
  const uses = new Map<string, number>();
  for (const term of shared.flat()) uses.set(term, (uses.get(term) ?? 0) + 1);
  const worth = shared.map((found) => found.reduce((sum, term) => sum + 1 / (uses.get(term) ?? 1), 0));
  return passages[worth.indexOf(Math.max(...worth))];
}

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
