import { EXPORT_READERS } from '../tests/helpers/other-programs/export-readers';
import { awkwardTables } from '../tests/helpers/other-programs/awkward-tables';

const [, , ...formats] = process.argv;
let silent = 0;
for (const reader of EXPORT_READERS.filter(({ format }) => formats.length === 0 || formats.includes(format))) {
  if (!reader.isThere()) {
    console.log(`${reader.format} × ${reader.program}: not installed`);
    continue;
  }
  for (const { format, reader: name, passage } of await reader.read(awkwardTables())) {
    const kinds = Object.entries(passage.kinds).map(([kind, { before, same }]) => `${kind} ${same}/${before}`);
    console.log(
      `${format.padEnd(9)} ${name.padEnd(34)} ${kinds.join(', ')}, documented ${passage.documented.length}, silent ${passage.silent.length}`,
    );
    for (const line of passage.silent.slice(0, 8)) console.log(`    ${line.slice(0, 300)}`);
    silent += passage.silent.length;
  }
}
console.log(`\n${silent} silent losses`);
process.exit(silent > 0 ? 1 : 0);
