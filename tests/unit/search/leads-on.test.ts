import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { planSearch } from '../../../src/core/search/plan';
import { readQuestion } from '../../../src/core/search/question';
import { leadsOn } from '../../../src/core/search/leads-on';
import { indexOf } from './ask';
import { smallWorld } from './small-world';

const file = new URL('../../fixtures/auto/drift.json', import.meta.url);
const cases = JSON.parse(await readFile(file, 'utf8')) as Readonly<Record<'drift' | 'other', readonly string[]>>;

const [first = ''] = cases.drift;
const world = {
  documents: [
    { id: 'log', title: 'Log', paragraphs: ['Jonas Pell was the keeper. The keeper used paraffin in the lamp.'] },
  ],
  entities: [
    { title: 'keeper', type: 'concept' },
    { title: 'Jonas Pell', type: 'person' },
  ],
};
const told = indexOf(
  smallWorld({
    ...world,
    communities: [
      {
        community: 0,
        level: 0,
        parent: -1,
        members: ['keeper', 'Jonas Pell'],
        report: { title: 'The keeper', rank: 5, findings: ['Jonas Pell was the keeper.'] },
      },
    ],
  }),
);

describe('a question that leads on from one answer to another', () => {
  it.each(cases.drift)('is one for DRIFT: %s', (question) => expect(leadsOn(question)).not.toBeNull());

  it('is given to DRIFT by Auto where a model answers, and says why', () => {
    const request = { question: first, mode: 'auto' } as const;
    const read = readQuestion(told, request);
    expect(planSearch(told, request, read, 'model')).toEqual({
      mode: 'drift',
      reason: 'DRIFT, because the question asks what leads from one thing to another.',
    });
    expect(planSearch(told, request, read, 'nobody').mode).toBe('local');
  });

  it('is left to Local where there are no reports to begin with', () => {
    const bare = indexOf(smallWorld(world));
    const request = { question: first, mode: 'auto' } as const;
    expect(planSearch(bare, request, readQuestion(bare, request), 'model').mode).toBe('local');
  });
});

describe('a question for one or two facts', () => {
  it.each(cases.other)('is none for DRIFT: %s', (question) => expect(leadsOn(question)).toBeNull());
});
