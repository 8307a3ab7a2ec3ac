import { describe, expect, it } from 'vitest';
import { DERIVATIONS } from '../../../../src/core/index/pipeline';
import { TABLES, type TableName } from '../../../../src/core/tables/tables';
import { ALL, markedCollection, markOf } from '../../../helpers/all-derivations';
import { collect } from '../../../helpers/engine-env';
import type { Letters } from '../../../helpers/indexed-letters';
import { runs } from '../../../helpers/property-runs';

const NAMES = Object.keys(TABLES) as readonly TableName[];

describe('Every derivation', () => {
  it('leaves nothing of a document that is deleted', async () => {
    for (let seed = 0; seed < runs(2).numRuns; seed++) {
      const indexed = await markedCollection(seed);
      await indexed.start(ALL);
      const { found = {} } = (await indexed.engine.view()).model ?? {};
      for (const { counts } of DERIVATIONS)
        if (counts.made !== 'descriptions') expect(found[counts.made]).toBeGreaterThan(0);
      const { documents } = await indexed.engine.view();
      const at = seed % documents.length;
      const gone = documents.find(({ path }) => path === `${String(at)}.txt`);
      const before = await everything(indexed);
      expect(before).toContain(markOf(at));
      const units = (await indexed.rows('text_units'))
        .filter((row) => row.document_id === gone?.id)
        .map(({ id }) => id);
      await collect(indexed.engine.removeDocuments([gone?.id ?? '']));
      const after = await everything(indexed);
      for (const trace of [markOf(at), gone?.id ?? '', ...units]) expect(after).not.toContain(trace);
      expect(after).toContain(markOf((at + 1) % documents.length));
    }
  });
});

async function everything({ rows, engine }: Letters): Promise<string> {
  const tables = await Promise.all(NAMES.map((name) => rows(name)));
  return JSON.stringify([tables, (await engine.view()).model]);
}
