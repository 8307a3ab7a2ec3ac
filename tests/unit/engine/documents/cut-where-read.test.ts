import { describe, expect, it } from 'vitest';
import { readSource } from '../../../../src/adapters/documents/read-source';
import { createEngine } from '../../../../src/core/engine/engine';
import { textUnitsStep } from '../../../../src/core/index/document-steps';
import type { DocumentReader } from '../../../../src/core/ports/documents';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';

const LETTER = Array.from(
  { length: 60 },
  (_, n) => `${n % 9 === 0 ? `\n\n## Part ${n}\n\n` : ''}Olga wrote to Ivo on day ${n}, and Dr. Brandt kept the lamp.`,
).join(' ');

const openPdf = () => Promise.reject(new Error('There are no PDFs here.'));
const cutting: DocumentReader = {
  read: (source, { cutting: parameters }) =>
    readSource(source, { openPdf, ...(parameters && { cutting: parameters }) }),
};
const plain: DocumentReader = { read: (source) => readSource(source, { openPdf }) };

/** The passages of a file by this reader, cut by tokens of this size. */
async function passages(reader: DocumentReader, size: number, file = textFile('letter.md', LETTER)) {
  const env = testEnv({ reader });
  const engine = createEngine(env);
  const { id } = await engine.createCollection('Letters');
  await engine.open(id);
  await collect(engine.configure(textUnitsStep.name, { size }));
  await collect(engine.add([file]));
  const { text_units } = await (await env.collections.open(id)).tables.readTables(['text_units']);
  return [...text_units];
}

describe('a document that is cut where it is read', () => {
  it.each([50, 600])('has the passages of one that the engine cuts by %d tokens', async (size) => {
    const own = await passages(plain, size);
    expect(own.length).toBeGreaterThan(1);
    expect(await passages(cutting, size)).toEqual(own);
  });

  it('has them where it is a table, too, and where it holds one', async () => {
    const rows = Array.from({ length: 80 }, (_, n) => `${n},Olga,wrote on day ${n}`).join('\n');
    const cells = Array.from({ length: 40 }, (_, n) => `<tr><td>Day ${n}<td>Ivo kept the lamp.`).join('');
    const page = `<p>${'The lamp was lit. '.repeat(30)}</p><table><tr><th>Day<th>Words${cells}</table>`;
    for (const file of [textFile('days.csv', `day,who,what\n${rows}`), textFile('days.html', page)]) {
      const own = await passages(plain, 60, file);
      expect(own.length).toBeGreaterThan(1);
      expect(await passages(cutting, 60, file)).toEqual(own);
    }
  });

  it('takes its cuts from the reader', async () => {
    const none: DocumentReader = {
      read: async (source, options) => {
        const result = await cutting.read(source, options);
        if (result.kind !== 'documents') return result;
        return { ...result, documents: result.documents.map((one) => ({ ...one, cuts: new Int32Array(1) })) };
      },
    };
    expect(await passages(none, 600)).toEqual([]);
  });
});
