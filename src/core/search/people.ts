import type { EntityRow } from '../tables/tables';

/** Types of those who are "he" or "she". */
const PEOPLE = new Set(['person', 'people', 'human', 'individual', 'character']);

/** Whether an entity is somebody. */
export const isPerson = (entity: EntityRow | undefined): boolean => PEOPLE.has(entity?.type.toLowerCase() ?? '');
