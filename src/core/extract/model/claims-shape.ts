import type { LinesShape } from '../../shapes/shape';
import { LAST_NUMBER } from './compact-shape';

const number = { kind: 'number', min: 0, max: LAST_NUMBER } as const;
const date = { kind: 'text', max: 10 } as const;

/** What a call for claims and each of its gleanings may answer. */
export const CLAIMS_SHAPE = {
  kind: 'lines',
  max: 32,
  records: {
    claim: {
      fields: {
        subject: number,
        object: number,
        type: { kind: 'text', max: 80 },
        status: { kind: 'choice', options: ['TRUE', 'FALSE', 'SUSPECTED'] },
        from: date,
        to: date,
        sentences: { kind: 'numbers', min: 1, max: 999, items: 4 },
        description: { kind: 'text', max: 320 },
      },
    },
  },
} as const satisfies LinesShape;
