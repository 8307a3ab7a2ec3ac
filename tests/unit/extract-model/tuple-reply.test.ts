import { describe, expect, it } from 'vitest';
import { fullShape } from '../../../src/core/extract/model/full-shape';
import { readTuples } from '../../../src/core/extract/model/tuple-reply';
import { parseReply } from '../../../src/core/shapes/parse-reply';

const SHAPE = fullShape(null);
const LONG = 45_000;

describe('a reply that runs on', () => {
  it.each([
    ['line ends', `("entity"<|>A<|>B<|>x${'\n '.repeat(2 * LONG)}y`],
    ['brackets', `("entity"<|>A<|>B<|>${')"  '.repeat(LONG)}`],
    ['quotes', `("entity","${'"'.repeat(4 * LONG)}`],
    ['spaces', `("entity"${' '.repeat(4 * LONG)}`],
  ])('in %s is read to its end, with nothing made of it', (_, reply) => {
    expect(readTuples(SHAPE, reply, false)?.lines.length ?? 0).toBeLessThanOrEqual(1);
  });

  it('after a record that broke is read as lines', () => {
    const { value } = parseReply(SHAPE, `entity|Ada\n${'x\n'.repeat(LONG)}entity|Ada|person|1|A keeper.`);
    expect(value).toHaveLength(1);
  });

  it('keeps as many records as a reply may have', () => {
    const read = readTuples(SHAPE, '("entity"<|>A<|>person<|>x)##'.repeat(1000), false);
    expect(read?.lines).toHaveLength(SHAPE.max);
    expect(read?.repairs).toEqual(['cut']);
  });
});
