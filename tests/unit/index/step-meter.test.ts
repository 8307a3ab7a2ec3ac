import { expect, it } from 'vitest';
import { StepMeter } from '../../../src/core/index/step-meter';

it('measures the seconds of each step until they are taken, and none at rest', () => {
  let now = 1_000;
  const meter = new StepMeter({ now: () => now });
  now += 500;
  meter.begin('read');
  now += 2_000;
  meter.answered();
  expect([...meter.take()]).toEqual([['read', { seconds: 2, answered: 1 }]]);
  now += 1_000;
  meter.begin('write');
  now += 4_000;
  meter.rest();
  now += 60_000;
  meter.begin('write');
  now += 1_000;
  expect([...meter.take()]).toEqual([
    ['read', { seconds: 1, answered: 0 }],
    ['write', { seconds: 5, answered: 0 }],
  ]);
  expect([...meter.take()]).toEqual([['write', { seconds: 0, answered: 0 }]]);
});

it('takes a clock that was set back for one that stood still', () => {
  let now = 1_000;
  const meter = new StepMeter({ now: () => now });
  meter.begin('read');
  now = 0;
  expect(meter.take().get('read')?.seconds).toBe(0);
});
