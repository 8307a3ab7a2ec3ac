import type { Hit } from '../../vectors/top-k';
import type { SearchIndex } from '../index';
import type { UnitFilter } from '../text-units';

/** The first allowed text unit of each document, in the order of the documents: what there is to show where nothing matches a question. */
export function documentLeads(index: SearchIndex, allow: UnitFilter, most: number): readonly Hit[] {
  const leads: Hit[] = [];
  for (const document of index.tables.documents) {
    if (leads.length >= most) break;
    const slots = index.unitsOf(document.id).map((unit) => index.slotOf.get(unit.id) ?? -1);
    const id = slots.find(allow);
    if (id !== undefined) leads.push({ id, score: 1 });
  }
  return leads;
}
