import { describe, expect, it } from 'vitest';
import { collect, textFile } from '../../helpers/engine-env';
import { askedPairs } from '../../helpers/gold/decisions';
import { letters, READ } from '../../helpers/indexed-letters';
import { naming } from '../../helpers/naming-model';

const FEW = { ...READ, 'model resolution': { candidates: 8 } };

/** Letters whose names give more pairs than one run asks about; `asked` begins a run and tells the pairs it asks about. */
async function lettersWithPairsLeft() {
  const pairs: string[] = [];
  const indexed = await letters(24, (request, call) => {
    pairs.push(...askedPairs(request).map(({ a, b }) => [a, b].sort().join(' = ')));
    return naming(request, call);
  });
  const asked = async (): Promise<readonly string[]> => {
    pairs.length = 0;
    await indexed.start(FEW);
    return [...pairs];
  };
  return { ...indexed, asked, first: await asked() };
}

const planned = ({ parts }: Awaited<ReturnType<Awaited<ReturnType<typeof letters>>['plan']>>): boolean =>
  parts.some(({ step }) => step === 'resolution');

describe('Names left for a later run', () => {
  it('are asked about in the next one that a person begins, each pair once', async () => {
    const { asked, first, plan } = await lettersWithPairsLeft();
    expect(first).toHaveLength(8);
    expect(planned(await plan(FEW))).toBe(true);
    const second = await asked();
    expect(second.length).toBeGreaterThan(0);
    expect(second.filter((pair) => first.includes(pair))).toEqual([]);
  });

  it('wait while a document is added or replaced that names none of them', async () => {
    const { engine, asked, first } = await lettersWithPairsLeft();
    await collect(engine.add([textFile('new.txt', 'Ignatius wrote to Josephine on day 9. Josephine met Leopold.')]));
    const old = first.flatMap((pair) => pair.split(' = '));
    expect((await asked()).filter((pair) => old.some((name) => pair.includes(name)))).toEqual([]);
    const text = 'Ignatius wrote to Josephine on day 8. Josephine met Leopold and Mathilda.';
    await collect(engine.add([textFile('new.txt', text)], { onChange: 'replace' }));
    expect((await asked()).filter((pair) => old.some((name) => pair.includes(name)))).toEqual([]);
    expect((await asked()).filter((pair) => old.some((name) => pair.includes(name))).length).toBeGreaterThan(0);
  });
});
