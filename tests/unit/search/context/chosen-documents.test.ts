import { describe, expect, test } from 'vitest';
import { localContext } from '../../../../src/core/search/modes/local/local';
import { globalBatches } from '../../../../src/core/search/modes/global/batches';
import { scopeOf } from '../../../../src/core/search/context/scope';
import { indexOf } from '../ask';
import { ask, expectSound, rowsOf, titlesOf, usedOf } from './context-checks';
import { claimsOf, describedHarbour } from './random-world';

const tables = describedHarbour();
const index = indexOf(tables);
const documentIds = ['marrow'];
const scope = scopeOf(index, { documentIds });

describe('within chosen documents', () => {
  const question = ask(index, 'Who were Edda Marrow and Jonas Pell, and what did the Harbour Company do?');
  const context = localContext(index, question, { tokens: 8000, scope, claims: claimsOf(tables) });

  test('only what these documents mention enters', () => {
    expectSound(index, context, documentIds);
    expect(titlesOf(context, 'Entities')).toContain('Edda Marrow');
    expect(rowsOf(context, 'Entities').map(({ title }) => title)).not.toContain('Harbour Company');
    expect(rowsOf(context, 'Relationships').every(({ title }) => !title.includes('Grey Point'))).toBe(true);
    expect(context.documentIds).toEqual(documentIds);
  });

  test('a description that was made from other documents, too, is left out', () => {
    const lines = usedOf(context, 'Entities').map(({ line }) => line);
    expect(lines.find((line) => line.includes('Edda Marrow'))).not.toContain('part of the coast');
    expect(lines.find((line) => line.includes('Jonas Pell'))).toContain('part of the coast');
  });

  test('a report made from other documents, too, is told by its sentences from these and under their names', () => {
    for (const one of [context, ...globalBatches(index, { tokens: 4000, scope }).batches]) {
      const report = usedOf(one, 'Reports').find(({ id }) => id === 'report-1');
      expect(report?.line).toContain('Edda Marrow was born in the mill town of Corran.');
      expect(report?.line).not.toMatch(/lighthouse|Grey Point|1871/u);
    }
  });

  test('a report that says nothing from these documents does not enter', () => {
    const { batches, left } = globalBatches(index, { tokens: 4000, scope });
    const ids = [...batches.flatMap((batch) => rowsOf(batch, 'Reports')), ...left].map(({ id }) => id);
    expect(ids).toEqual(['report-1']);
  });
});
