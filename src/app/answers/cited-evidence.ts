import type { Answer } from '../../core/search/events';

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
