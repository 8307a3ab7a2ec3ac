import { expect, it } from 'vitest';
import { missingFiles } from '../../../scripts/lint/named-files.js';

const FILES = [
  'DESIGN.md',
  'scripts/size.js',
  'src/core/ids.ts',
  'src/core/text/README.md',
  'src/core/text/names/thai.ts',
];
const missing = (markdown: string): readonly string[] => missingFiles('src/core/text/README.md', markdown, FILES);

it('finds a file that is named and is not there', () => {
  expect(missing('Read `names/lao.ts`, then `gone.md` and `../idle.ts`.')).toEqual([
    'names/lao.ts',
    'gone.md',
    '../idle.ts',
  ]);
  expect(missing('`text/ids.ts`')).toEqual(['text/ids.ts']);
});

it('takes a path from the folder, from the root, or from a folder below', () => {
  expect(missing('`names/thai.ts`, `../ids.ts`, `src/core/ids.ts`, `DESIGN.md`, `thai.ts`, `core/ids.ts`')).toEqual([]);
  expect(missing('`size.js`')).toEqual(['size.js']);
});

it('leaves alone what is no source file: code, patterns, documents of a person', () => {
  expect(missing('`Intl.Segmenter`, `*.ts`, `.ts`, `thesis.docx`, gone.ts\n\n```ts\nimport `gone.ts`\n```\n')).toEqual(
    [],
  );
});
