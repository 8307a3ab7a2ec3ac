import { expect, it } from 'vitest';
import { modelLayers } from '../../../src/core/engine/model/take-back/layers';
import { modelReportOf, withArchivedReport } from '../../../src/core/reports/staleness/archived-report';
import { collect } from '../../helpers/engine-env';
import { letters } from '../../helpers/indexed-letters';

it('reports that are set aside count as what their model made, and are taken back with it', async () => {
  const { engine, start, rows } = await letters(24);
  const plain = await rows('community_reports');
  await start({ 'model reading': { budget: 100 } });
  const written = (await rows('community_reports')).filter(({ method }) => method.startsWith('Scripted'));
  const [row] = plain;
  const [report] = written;
  if (!row || !report) throw new Error('There are no reports.');
  const nothing = { extractions: [], edits: [], text_units: [] };
  expect(modelLayers({ ...nothing, community_reports: [withArchivedReport(row, report)] })).toMatchObject([
    { layer: report.method, reads: false, reports: 1 },
  ]);
  await collect(engine.takeBack((await engine.modelLayers()).map(({ layer }) => layer)));
  expect((await rows('community_reports')).flatMap((one) => modelReportOf(one) ?? [])).toEqual([]);
});
