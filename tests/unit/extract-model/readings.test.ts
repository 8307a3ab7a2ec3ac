import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ReadingOptions, ReadingTally } from '../../../src/core/extract/model/reading';
import { readUnit } from '../../../src/core/extract/model/read-unit';
import { replyOf } from '../../helpers/scripted-model';
import { described, OPTIONS, unitToRead } from './passages';

interface Case {
  readonly title: string;
  readonly options?: Partial<ReadingOptions>;
  readonly sentences: readonly string[];
  readonly names?: readonly string[];
  /** In the order of the calls, as lines; one that ends with `…` was cut at its limit. */
  readonly replies: readonly (readonly string[])[];
  /** See `described`; missing when the passage cannot be read. */
  readonly records?: readonly string[];
  /** Expected tally besides zeros. */
  readonly tally?: Partial<ReadingTally>;
}

const FOLDER = 'tests/fixtures/readings';
const cases = readdirSync(FOLDER)
  .sort()
  .map((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Case);

describe('reading a passage', () => {
  it.each(cases)('$title', async ({ options, sentences, names, replies, records, tally }) => {
    const unit = unitToRead(sentences, names);
    let calls = 0;
    const reading = readUnit(unit, { ...OPTIONS, ...options }, async () => {
      const text = (replies[calls++] ?? ['No more replies were given.']).join('\n');
      const isCut = text.endsWith('…');
      return { ...replyOf(isCut ? text.slice(0, -1) : text), finish: isCut ? 'length' : 'stop' };
    });
    if (!records) {
      await expect(reading).rejects.toThrow('could not be read');
      expect(calls).toBe(replies.length);
      return;
    }
    const { records: read, tally: counted } = await reading;
    expect(described(unit, read)).toEqual(records);
    expect({
      calls,
      failedReplies: counted.failedReplies,
      repairs: counted.repairs,
      rejected: counted.rejected,
    }).toEqual({
      calls: replies.length,
      failedReplies: 0,
      repairs: {},
      rejected: {},
      ...tally,
    });
  });
});
