import { describe, expect, it } from 'vitest';
import { loadGold } from '../../../scripts/lib/gold';
import { readSampleRows } from '../../../scripts/lib/sample-index';
import { ParseError } from '../../../src/core/errors';
import { createMentionFinders } from '../../../src/core/extract/find-mentions';
import type { ReadingOptions, ReadingTally, UnitToRead } from '../../../src/core/extract/model/reading';
import { readUnit } from '../../../src/core/extract/model/read-unit';
import type { Ask } from '../../../src/core/models/model-call';
import type { ExtractionRow } from '../../../src/core/tables/tables';
import { corrupt, goldAnswerer } from '../../helpers/gold/extraction';
import { INVENTED, NOBODY } from '../../helpers/gold/invented';
import type { ReplyForm } from '../../helpers/gold/reply-form';
import { randomNumbers } from '../../../src/core/random';
import { replyOf } from '../../helpers/scripted-model';
import { OPTIONS } from './passages';

/** The share of replies that are corrupted, each by itself. */
const BAD = 0.15;

const { rows } = await readSampleRows(createMentionFinders());
const units = rows.flatMap(({ document, text_units, extractions }) =>
  text_units.map((unit): UnitToRead => ({
    document,
    unit,
    mentions: extractions.filter((row) => row.text_unit_id === unit.id),
  })),
);
const answer = goldAnswerer(await loadGold(), { gleaningInterval: 5 });

/** Seeds of the corrupted runs; their figures are pooled. */
const SEEDS = [1, 2, 3, 4];

interface Run {
  readonly records: readonly ExtractionRow[];
  readonly tallies: readonly ReadingTally[];
  /** Kinds of the corrupted replies. */
  readonly corrupted: readonly string[];
}

async function readAll(options: ReadingOptions, form: ReplyForm, bad: number, seed: number): Promise<Run> {
  const random = randomNumbers(seed);
  const corrupted: string[] = [];
  const ask: Ask = async ({ messages }) => {
    const reply = answer(messages, form) ?? '';
    if (random() >= bad) return replyOf(reply);
    const { kind, text, finish } = corrupt(reply, random, messages);
    corrupted.push(kind);
    return { ...replyOf(text), finish };
  };
  const records: ExtractionRow[] = [];
  const tallies: ReadingTally[] = [];
  for (const unit of units) {
    const reading = await readUnit(unit, options, ask).catch(unread);
    records.push(...(reading?.records ?? []));
    if (reading) tallies.push(reading.tally);
  }
  return { records, tallies, corrupted };
}

/** A passage that no attempt could read gives nothing. */
function unread(error: unknown): undefined {
  if (!(error instanceof ParseError)) throw error;
}

/** Identifies a record: without descriptions and weights, which a second reply may give more fully. */
const identity = ({ kind, text_unit_id, key, target_key, type, description }: ExtractionRow): string =>
  JSON.stringify([
    kind,
    text_unit_id,
    key,
    target_key,
    kind === 'entity' ? '' : type,
    kind === 'claim' ? description : '',
  ]);

/** The share of a clean run's records of a kind that the corrupted runs give too. */
function recovered(kind: string, clean: Run, spoilt: readonly Run[]): number {
  const wanted = new Set(clean.records.filter((row) => row.kind === kind).map(identity));
  const shares = spoilt.map(({ records }) => {
    const found = new Set(records.map(identity));
    return [...wanted].filter((one) => found.has(one)).length / wanted.size;
  });
  return shares.reduce((total, share) => total + share, 0) / shares.length;
}

const isInvented = ({ title, type, description }: ExtractionRow): boolean =>
  title === NOBODY || type === INVENTED || description === INVENTED;

const sum = (counts: readonly Readonly<Record<string, number>>[]): number =>
  counts.flatMap((one) => Object.values(one)).reduce((total, count) => total + count, 0);

describe.each([
  ['compact', 'lines'],
  ['compact', 'json'],
  ['full', 'lines'],
  ['full', 'json'],
] as const)('the sample read with the depth %s by a model that answers in %s', (depth, form) => {
  // In a smaller window there is no room for a gleaning in JSON after a reply that went round in a circle.
  const contextWindow = form === 'json' ? 8192 : OPTIONS.contextWindow;
  const options: ReadingOptions = { ...OPTIONS, depth, replies: form, contextWindow, claims: depth === 'full' };

  it('loses less than 2 % when replies are corrupted, takes nothing that was invented and counts what it repaired', async () => {
    const clean = await readAll(options, form, 0, 0);
    expect(sum(clean.tallies.map(({ repairs, failedReplies }) => ({ ...repairs, failedReplies })))).toBe(0);
    const spoilt: Run[] = [];
    for (const seed of SEEDS) spoilt.push(await readAll(options, form, BAD, seed));
    expect(new Set(spoilt.flatMap(({ corrupted }) => corrupted)).size).toBe(4);
    expect(recovered('entity', clean, spoilt)).toBeGreaterThanOrEqual(0.98);
    expect(recovered('relationship', clean, spoilt)).toBeGreaterThanOrEqual(0.98);
    expect(spoilt.flatMap(({ records }) => records).filter(isInvented)).toEqual([]);
    const tallies = spoilt.flatMap((run) => run.tallies);
    expect(sum(tallies.map(({ repairs }) => repairs))).toBeGreaterThan(0);
    expect(sum(tallies.map(({ rejected }) => rejected))).toBeGreaterThan(0);
  });
});
