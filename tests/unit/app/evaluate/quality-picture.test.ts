import { expect, test } from 'vitest';
import { PICTURE, qualityPicture } from '../../../../src/app/evaluate/quality-picture';
import type { ModeResults } from '../../../../src/core/engine/evaluation/evaluation-calls';
import { RUN_MODES } from '../../../../src/core/search/request/mode-names';

const certain = (mean: number) => ({ mean, interval: { low: mean, high: mean }, n: 9 });

const resultsOf = (mode: ModeResults['contestant']['mode'], quality: number): ModeResults => ({
  ...{ contestant: { mode }, answered: 9, findings: [] },
  figures: [
    { name: 'retrieval.recall', figure: certain(quality) },
    { name: 'cost.seconds', figure: certain(1) },
  ],
});

test.each([1, 0.5, 0])('names of modes that are all equally good stand apart within the picture: %d', (quality) => {
  const modes = RUN_MODES.map((mode) => resultsOf(mode, quality));
  const { points } = qualityPicture(modes, 'retrieval.recall', 'cost.seconds', 640);
  const places = points.map(({ label }) => label.y).sort((a, b) => a - b);
  expect(places).toHaveLength(RUN_MODES.length);
  expect(places[0]).toBeGreaterThanOrEqual(PICTURE.top);
  expect(places.at(-1)).toBeLessThanOrEqual(PICTURE.height - PICTURE.bottom);
  for (const [at, place] of places.slice(1).entries()) expect(place - (places[at] ?? 0)).toBeGreaterThanOrEqual(15);
});
