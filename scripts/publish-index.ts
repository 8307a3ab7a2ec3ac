// Lays a saved copy out as files that any static host can serve: npm run publish-index -- COPY FOLDER
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { openAsBlob } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { readCollection } from './lib/read-collection';
import { zlibPacking } from './lib/zlib-packing';
import { publishIndex } from './lib/publish-index';

const [copy, folder] = process.argv.slice(2);
if (copy === undefined || folder === undefined) {
  console.error('Name a saved copy and a folder to write to: npm run publish-index -- papers.burrow site/papers');
  process.exit(2);
}
await mkdir(folder, { recursive: true });
if ((await readdir(folder)).length > 0) {
  console.error(
    `${folder} is not empty. Nothing was written. Name a new folder, so that no file of an earlier index stays.`,
  );
  process.exit(2);
}
const collection = await readCollection(await openAsBlob(copy));
const title = await publishIndex(collection, {
  packing: zlibPacking,
  take: (name, bytes) => writeFile(join(folder, name), bytes),
  onPart: (part) => console.log(`Making ${part.replaceAll('_', ' ')}`),
});
const bytes = title.files.reduce((sum, file) => sum + file.bytes, 0);
const megabytes = (bytes / 1e6).toFixed(1);
console.log(
  `“${title.name}”: ${title.counts.documents} documents, ${megabytes} MB in ${title.files.length + 1} files.`,
);
console.log(`Lay ${resolve(folder)} on a host. Its link is BURROW/#/open?address=ADDRESS/${basename(folder)}/`);
