import type { GraphTables } from '../../../src/core/ports/interop';
import { HOSTILE_NAMES, ringOf } from '../../unit/interop/hostile-tables';

/** Names that other programs take for something else: numbers, dates, truth, formulas, lists, another direction. */
const AWKWARD_NAMES = [
  ...['1986. The year', '007', '3/4', '1E5', 'TRUE', '1937', '1,5', '- a dash', ' padded ', "'quoted", "'=1+1", 'a  b'],
  ...['It\u0092s late', 'two\u2028lines\u2029here', 'مرحبا (عام 1937) بالعالم', 'R&D &copy; &amp;', '~~struck~~ H~2~O'],
  ...['http://example.org/plan_of_vell.html', 'name: value # remark', '{braces}', 'null', 'NaN', 'v1.2', 'a.pdf'],
] as const;

/** A ring of entities with all of these names, and a second relationship beside the first one. */
export function awkwardTables(): GraphTables {
  const tables = ringOf([...HOSTILE_NAMES, ...AWKWARD_NAMES]);
  const [first] = tables.relationships;
  const parallel = first
    ? [{ ...first, id: 'parallel', human_readable_id: 1000, weight: 9.25, description: 'Beside' }]
    : [];
  return { ...tables, relationships: [...tables.relationships, ...parallel] };
}
