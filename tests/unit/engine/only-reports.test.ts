import { expect, it } from 'vitest';
import { collect, textFile } from '../../helpers/engine-env';
import { letter, letters } from '../../helpers/indexed-letters';

it('a run of reports alone reads no passage and joins no name, though some are left, and says beforehand what it costs', async () => {
  const indexed = await letters(24);
  const { engine, model, start, plan, rows } = indexed;
  const more = { 'model reading': { budget: 100 }, 'model reports': { reports: 'none' } };
  await start(more);
  await collect(engine.add([textFile('new.txt', letter(30))]));
  expect((await plan(more)).parts.map(({ step }) => step)).toContain('reading');
  const extras = { allReports: true, onlyReports: true };
  const { parts } = await plan(more, extras);
  expect(parts.map(({ step }) => step)).toEqual(['reports']);
  const before = { records: await rows('extractions'), edits: await rows('edits'), calls: model.begun.length };
  await start(more, extras);
  expect(await rows('extractions')).toEqual(before.records);
  expect(await rows('edits')).toEqual(before.edits);
  expect(model.begun.length - before.calls).toBe(parts[0]?.calls);
  const reports = await rows('community_reports');
  expect(reports.filter(({ method }) => method.startsWith('Scripted (report')).length).toBeGreaterThan(0);
  expect((await plan(more)).parts.map(({ step }) => step)).toContain('reading');
});
