import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { loadGold } from '../../../scripts/lib/gold';
import { readSampleRows } from '../../../scripts/lib/sample-index';
import { createMentionFinders } from '../../../src/core/extract/find-mentions';
import { planUnitCalls } from '../../../src/core/extract/model/planned-calls';
import type { ReadingOptions } from '../../../src/core/extract/model/reading';
import { readUnit } from '../../../src/core/extract/model/read-unit';
import { goldAnswerer } from '../../helpers/gold/extraction';
import { OPTIONS } from './passages';

const answer = goldAnswerer(await loadGold());
const { rows } = await readSampleRows(createMentionFinders());
const units = rows.flatMap(({ document, text_units, extractions }) =>
  text_units.map((unit) => ({ document, unit, mentions: extractions.filter((row) => row.text_unit_id === unit.id) })),
);
const textTokens = rows.reduce((sum, { document }) => sum + encode(document.text).length, 0);

/** Tokens of prompts and replies over the whole sample by a real tokenizer, and what the plan says of them. */
async function costOf(options: ReadingOptions): Promise<{ readonly spent: number; readonly planned: number }> {
  let spent = 0;
  let planned = 0;
  for (const unit of units) {
    for (const { promptTokens, replyTokens } of planUnitCalls(unit, options)) planned += promptTokens + replyTokens;
    const { tally } = await readUnit(unit, options, async ({ messages }) => {
      const text = answer(messages) ?? '';
      const promptTokens = messages.reduce((sum, { content }) => sum + encode(content).length + 4, 0);
      const usage = { promptTokens, completionTokens: encode(text).length, seconds: 0, exact: true };
      return { text, finish: 'stop', usage };
    });
    spent += tally.promptTokens + tally.completionTokens;
  }
  return { spent, planned };
}

describe('reading the whole sample by a model that answers from the gold standard', () => {
  it('compactly takes at most 2.2 tokens per token of text, and the plan is not far from that', async () => {
    const { spent, planned } = await costOf(OPTIONS);
    expect(spent / textTokens).toBeLessThanOrEqual(2.2);
    expect(planned / spent).toBeGreaterThan(0.9);
    expect(planned / spent).toBeLessThan(1.25);
  });

  it('fully takes at most 7 tokens per token of text, with one gleaning', async () => {
    const { spent, planned } = await costOf({ ...OPTIONS, depth: 'full' });
    expect(spent / textTokens).toBeLessThanOrEqual(7);
    expect(planned / spent).toBeGreaterThan(0.9);
    expect(planned / spent).toBeLessThan(1.25);
  });
});
