import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenEmbedder } from '../../../bench/lib/given-embedder';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'burrow-embedder-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function moduleOf(name: string, code: string): Promise<string> {
  const path = join(folder, `${name}.mjs`);
  await writeFile(path, code);
  return path;
}

describe('an embedder given by the path of a module', () => {
  it('gives a vector of length 1 for each text, in their order, however many there are', async () => {
    const path = await moduleOf('counts', 'export default (texts) => texts.map((text) => [text.length, 0, 0]);');
    const embed = await givenEmbedder(path);
    const texts = Array.from({ length: 70 }, (_, at) => 'x'.repeat(at + 1));
    const vectors = await embed(texts);
    expect(vectors).toHaveLength(70);
    expect(vectors.map((vector) => [...vector])).toEqual(texts.map(() => [1, 0, 0]));
  });

  it('is refused with what to do where the module has no default export that can be called', async () => {
    const path = await moduleOf('none', 'export const embed = 1;');
    await expect(givenEmbedder(path)).rejects.toThrow(/no function as its default export[^]*npm install/u);
  });

  it.each([
    ['fewer vectors than texts', 'export default (texts) => texts.slice(1).map(() => [1]);', /as many vectors/u],
    ['vectors of several lengths', 'export default (texts) => texts.map((_, at) => Array(at + 1).fill(1));', /length/u],
    ['a vector of zeros', 'export default (texts) => texts.map(() => [0, 0]);', /numbers/u],
  ])('that returns %s is found out', async (name, code, message) => {
    const embed = await givenEmbedder(await moduleOf(name.replaceAll(' ', '-'), code));
    await expect(embed(['one', 'two'])).rejects.toThrow(message);
  });
});
