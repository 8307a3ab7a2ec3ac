import { stat } from 'node:fs/promises';
import type { Site } from '../chromium';
import { attempt, withFreshVisit } from './measured-visit';
import { measureIndexing } from './parts';
import type { Cell, SizeColumn } from './scale-table';

/** Milliseconds that a text may take to *Ready*. */
const PATIENCE = 1_800_000;

/** Files to *Ready* on a fresh profile. */
export async function measureText(
  site: Site,
  label: string,
  files: readonly string[],
  timeout = PATIENCE,
): Promise<SizeColumn> {
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1e6;
  const cells = new Map<string, Cell>([
    ['MB', megabytes],
    ['files', files.length],
  ]);
  await withFreshVisit(site, async (visit) => {
    const figures = await attempt('index', () => measureIndexing(visit, { files, megabytes, timeout }));
    for (const [row, value] of Object.entries(figures)) cells.set(row, value);
  });
  return { label, megabytes, cells };
}
