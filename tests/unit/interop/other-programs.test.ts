import { describe, expect, test } from 'vitest';
import { awkwardTables } from '../../helpers/other-programs/awkward-tables';
import { EXPORT_READERS } from '../../helpers/other-programs/export-readers';

const tables = awkwardTables();

describe('exports in programs that are not ours', () => {
  for (const { format, program, isThere, read } of EXPORT_READERS.filter(({ isSmall }) => isSmall))
    test.skipIf(!isThere() && process.env['READERS'] !== 'required')(
      `nothing of ${format} is lost without a word in ${program}`,
      async () => {
        const readings = await read(tables);
        expect(readings).not.toEqual([]);
        for (const { passage, reader } of readings) {
          expect(passage.silent, reader).toEqual([]);
          for (const [kind, { before, same }] of Object.entries(passage.kinds))
            if (kind !== 'value') expect(same, `${kind} in ${reader}`).toBe(before);
        }
      },
    );
});
