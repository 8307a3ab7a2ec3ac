import type { LinesShape } from '../../shapes/shape';
import { MAX_NAME_LENGTH, typeField } from './compact-shape';

const name = { kind: 'text', max: MAX_NAME_LENGTH } as const;
const sentences = { kind: 'numbers', min: 1, max: 999, items: 8 } as const;
const description = { kind: 'text', max: 320 } as const;

/** What a full reading and each of its gleanings may answer; null lets any type through. */
export const fullShape = (types: readonly string[] | null) =>
  ({
    kind: 'lines',
    max: 96,
    records: {
      entity: { fields: { name, type: typeField(types), sentences, description } },
      relation: {
        fields: { source: name, target: name, strength: { kind: 'number', min: 1, max: 10 }, sentences, description },
      },
    },
  }) as const satisfies LinesShape;
