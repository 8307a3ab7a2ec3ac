import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { givenEntailmentModel, givenReranker } from '../../../bench/lib/given-cross-encoder';
import { reranked } from '../../../bench/lib/ranking';
import { tinyCrossEncoder } from '../../../scripts/lib/tiny/tiny-cross-encoder';

const root = mkdtempSync(join(tmpdir(), 'burrow-weights-'));
afterAll(() => rmSync(root, { recursive: true }));

function folderOf(name: string, labels: readonly string[]): string {
  for (const [path, bytes] of tinyCrossEncoder({ labels })) {
    mkdirSync(dirname(join(root, name, path)), { recursive: true });
    writeFileSync(join(root, name, path), bytes);
  }
  return join(root, name);
}

describe('a folder of weights for a bench, here made up, so that its scores mean nothing', () => {
  it('judges pairs as a sentence checker', async () => {
    const model = await givenEntailmentModel(folderOf('checker', ['entailment', 'neutral', 'contradiction']));
    const scores = await model.judge([
      { premise: 'the fox digs a burrow.', hypothesis: 'a fox digs' },
      { premise: 'water runs downhill', hypothesis: 'a fox digs' },
    ]);
    expect(scores).toHaveLength(2);
    expect(new Set(scores.map(({ entailment }) => entailment)).size).toBe(2);
    for (const { entailment, neutral, contradiction } of scores) {
      expect(entailment + neutral + contradiction).toBeCloseTo(1, 6);
    }
  });

  it('sorts the head of a ranking anew as a reranker', async () => {
    const reranker = await givenReranker(folderOf('reranker', ['LABEL_0']));
    const texts = new Map(['one', 'two', 'three'].map((id) => [id, `a passage on ${id}`]));
    const scores = await reranker.rank('which?', [...texts.values()]);
    const best = [...texts.keys()][scores.indexOf(Math.max(...scores))];
    const { name, lists } = await reranked(
      { name: 'basic', lists: [[...texts.keys()]], milliseconds: 1 },
      ['which?'],
      texts,
      reranker,
    );
    expect(name).toBe('basic + reranker');
    expect(lists[0]?.[0]).toBe(best);
    expect(new Set(lists[0])).toEqual(new Set(texts.keys()));
  });

  it('is refused with the name of the file that it lacks', async () => {
    mkdirSync(join(root, 'empty'), { recursive: true });
    await expect(givenReranker(join(root, 'empty'))).rejects.toThrow(/has no config\.json.*onnx\/model\.onnx/u);
  });
});
