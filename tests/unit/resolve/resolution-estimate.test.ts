import { describe, expect, it } from 'vitest';
import { valuesOf } from '../../../src/core/parameters';
import { RESOLUTION_PARAMETERS, resolutionEstimate } from '../../../src/core/resolve/resolution-plan';
import type { EntityRow } from '../../../src/core/tables/tables';
import { finish } from '../../../src/core/work';

const PEOPLE = 1_100;

const person = (title: string, frequency: number): EntityRow => ({
  id: title,
  human_readable_id: 0,
  title,
  type: 'person',
  description: '',
  text_unit_ids: [],
  frequency,
  degree: 0,
  key: title.toLowerCase(),
  aliases: [],
  method: 'no-model',
  description_hash: null,
  x: null,
  y: null,
});

/** Makes people with names of their own; the ones at `twins` are met under their family name alone, too. */
function people(twins: (place: number) => boolean): readonly EntityRow[] {
  return Array.from({ length: PEOPLE }, (_, at) => {
    const family = `Q${String(at).replaceAll(/\d/gu, (digit) => 'abcdefghij'[Number(digit)] ?? '')}z`;
    const frequency = PEOPLE - at;
    const whole = person(`Anna ${family}`, frequency);
    return twins(at) ? [whole, person(family, frequency)] : [whole];
  }).flat();
}

const decisions = (entities: readonly EntityRow[], candidates: number): number =>
  finish(resolutionEstimate(entities, [], { ...valuesOf({ parameters: RESOLUTION_PARAMETERS }), candidates }))
    .decisions;

describe('What joining names is expected to take', () => {
  it('is as many pairs as may be asked about, where the frequent names alone give these', () => {
    expect(
      decisions(
        people((at) => at < 30),
        8,
      ),
    ).toBe(8);
  });

  it('counts the pairs among rare names where the frequent ones give too few', () => {
    expect(
      decisions(
        people((at) => at >= PEOPLE - 10),
        40,
      ),
    ).toBe(7);
  });
});
