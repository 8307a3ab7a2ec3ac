import { describe, expect, it } from 'vitest';
import { outcomeOf, replyCases, scoreOf } from '../../helpers/extraction-replies';

const cases = replyCases();

describe('a reply in GraphRAG’s manner', () => {
  it.each(cases)('$name: $title', async (one) => {
    const { lost, invented, rejected } = await outcomeOf(one);
    expect({ lost, invented, rejected }).toEqual({ lost: [], invented: [], rejected: one.rejected });
  });

  it('is one of 60 or more that together keep 97 % of the valid records and nothing invented', async () => {
    const { valid, lost, invented } = await scoreOf(cases);
    expect(cases.length).toBeGreaterThanOrEqual(60);
    expect((valid - lost) / valid).toBeGreaterThanOrEqual(0.97);
    expect(invented).toBe(0);
  });
});
