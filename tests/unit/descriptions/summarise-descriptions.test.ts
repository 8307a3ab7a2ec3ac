import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { namedCounts } from '../../../src/core/derivation/derivation';
import { descriptionHash } from '../../../src/core/graph/derive/descriptions';
import type { ModelCall } from '../../../src/core/models/model-call';
import { countWords } from '../../../src/core/text/clip';
import { estimateDescriptions } from '../../../src/core/descriptions/estimate-descriptions';
import { describedThings, tasksOf, type DescriptionTask } from '../../../src/core/descriptions/list-descriptions';
import { summariseDescriptions } from '../../../src/core/descriptions/summarise-descriptions';
import type { ExtractionRow } from '../../../src/core/tables/tables';
import { estimateTokens } from '../../../src/core/text/tokens';
import { finish } from '../../../src/core/work';
import { mention } from '../../helpers/rows';
import { replyOf } from '../../helpers/scripted-model';
import { DESCRIPTION_OPTIONS as OPTIONS } from './description-options';
import { MILL, world } from '../reports/mill';
import { shownData } from '../../helpers/shown-data';

const taskOf = (descriptions: readonly string[]): DescriptionTask => ({
  kind: 'entity',
  id: 'e',
  names: ['Agnes Holt'],
  descriptions,
  hash: descriptionHash(descriptions) ?? '',
  documentIds: ['mill'],
});
const json = (description: string): string => JSON.stringify({ description });

/** Answers with these texts in turn; the last one stays. */
function answering(...replies: readonly string[]) {
  const calls: ModelCall[] = [];
  const ask = async (call: ModelCall) => replyOf(replies[Math.min(calls.push(call), replies.length) - 1] ?? '');
  /** The descriptions that each call showed. */
  const shown = () =>
    calls.map(
      ({ messages }) => JSON.parse(shownData(messages[1]?.content ?? '').split('\n')[1] ?? '[]') as readonly string[],
    );
  return { calls, ask, shown };
}

interface Case {
  /** Rest of the name after "a description". */
  readonly name: string;
  readonly replies: readonly (readonly string[])[];
  readonly text: string | null;
  readonly repairs?: Readonly<Record<string, number>>;
  readonly failedReplies?: number;
}

const FOLDER = 'tests/fixtures/description-replies';
const cases = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Case);

describe('a description', () => {
  it.each(cases)('$name', async ({ replies, text, repairs = {}, failedReplies = 0 }) => {
    const { ask, calls } = answering(...replies.map((lines) => lines.join('\n')));
    const made = await summariseDescriptions(taskOf(['She bought a mill.', 'She sued.']), OPTIONS, { ask });
    expect(made.row).toBe(text);
    expect(made.found).toEqual({
      ...namedCounts('repaired', repairs),
      'failed replies': failedReplies,
      descriptions: text === null ? 0 : 1,
    });
    expect(calls.length).toBe(replies.length);
  });

  it('is made of all that was said, in one call where it fits', async () => {
    const { ask, calls, shown } = answering(json('Agnes Holt bought a mill and sued.'));
    await summariseDescriptions(taskOf(['She bought a mill.', 'She sued.']), OPTIONS, { ask });
    expect(shown()).toEqual([['She bought a mill.', 'She sued.']]);
    expect(shownData(calls[0]?.messages[1]?.content ?? '')).toMatch(/^"Agnes Holt"\n/u);
    expect(calls[0]?.documentIds).toEqual(['mill']);
  });

  it('names both ends of a relationship', async () => {
    const { ask, calls } = answering(json('They sued each other.'));
    const task: DescriptionTask = { ...taskOf(['a', 'b']), kind: 'relationship', names: ['Holt', 'Breck'] };
    await summariseDescriptions(task, OPTIONS, { ask });
    expect(shownData(calls[0]?.messages[1]?.content ?? '')).toMatch(/^\["Holt","Breck"\]\n/u);
  });

  const many = Array.from(
    { length: 30 },
    (_, at) => `In ${String(1870 + at)} she bought mill number ${String(at)} on the river Arden and lost it again.`,
  );

  it('is made in turns over a budget, each going on with what the one before gave', async () => {
    const { ask, shown } = answering(
      json('Turn 1.'),
      json('Turn 2.'),
      json('Turn 3.'),
      json('Turn 4.'),
      json('Turn 5.'),
    );
    const made = await summariseDescriptions(taskOf(many), { ...OPTIONS, maxInputTokens: 350 }, { ask });
    const turns = shown();
    expect(turns.length).toBeGreaterThan(2);
    expect(turns.flat().filter((text) => !text.startsWith('Turn'))).toEqual(many);
    for (const [at, descriptions] of turns.slice(1).entries())
      expect(descriptions).toContain(`Turn ${String(at + 1)}.`);
    expect(made.row).toBe(`Turn ${String(turns.length)}.`);
  });

  it('passes the budget by one description at most, and the window by none', async () => {
    const long = many.map((text) => `${text} ${'It is told at length. '.repeat(12)}`);
    const { ask, calls } = answering(json('Turn.'));
    const options = { ...OPTIONS, contextWindow: 900, maxInputTokens: 4000 };
    await summariseDescriptions(taskOf(long), options, { ask });
    expect(calls.length).toBeGreaterThan(3);
    for (const { messages, maxTokens } of calls) {
      const prompt = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
      expect(prompt + maxTokens).toBeLessThanOrEqual(900);
    }
  });

  it('has no more words than allowed, whole sentences where it can', async () => {
    const { ask } = answering(json(`Agnes Holt bought a mill. ${'She sold another one. '.repeat(40)}`));
    const { row: text } = await summariseDescriptions(taskOf(['a', 'b']), OPTIONS, { ask });
    expect(countWords(text ?? '')).toBeLessThanOrEqual(OPTIONS.maxWords);
    expect(text).toMatch(/She sold another one\.$/u);
  });

  it('is estimated by its turns', () => {
    const once = estimateDescriptions([taskOf(['She bought a mill.', 'She sued.'])], OPTIONS);
    expect(once.length).toBe(1);
    expect(estimateDescriptions([taskOf(many)], { ...OPTIONS, maxInputTokens: 350 }).length).toBeGreaterThan(2);
  });
});

describe('what is to be described', () => {
  const input = world([MILL], ['Agnes Holt', 'Thomas Breck'], 'm');
  const record = (key: string, description: string, more: Partial<ExtractionRow> = {}): ExtractionRow =>
    mention(key, {
      sentence: 0,
      start: 0,
      kind: 'entity',
      layer: 'm',
      document_id: 'mill',
      text_unit_id: 'u-mill',
      description,
      ...more,
    });
  const related = { kind: 'relationship', target_key: 'thomas breck', target: 'Thomas Breck' };
  const list = (extractions: readonly ExtractionRow[], described: string | null = null) =>
    finish(
      describedThings({
        ...{ extractions, edits: [], text_units: input.textUnits, relationships: input.relationships },
        entities: input.entities.map((row) => ({ ...row, description_hash: described })),
      }),
    ).flatMap(tasksOf);

  it('is what has two or more different descriptions', () => {
    const found = list([
      record('agnes holt', 'She sued.'),
      record('agnes holt', 'She bought a mill.'),
      record('agnes holt', 'She sued.'),
      record('thomas breck', 'He sold.'),
      record('thomas breck', ''),
    ]);
    expect(found.map(({ names, descriptions }) => [names, descriptions])).toEqual([
      [['Agnes Holt'], ['She bought a mill.', 'She sued.']],
    ]);
  });

  it('holds relationships with both their ends', () => {
    const found = list([
      record('agnes holt', 'She sued him.', related),
      record('agnes holt', 'She paid him.', related),
    ]);
    expect(found).toMatchObject([
      { kind: 'relationship', names: ['Agnes Holt', 'Thomas Breck'], documentIds: ['mill'] },
    ]);
  });

  it('does not hold what was summarised from the same descriptions', () => {
    const records = [record('agnes holt', 'She sued.'), record('agnes holt', 'She bought a mill.')];
    expect(list(records, descriptionHash(['She bought a mill.', 'She sued.']))).toEqual([]);
    expect(
      list([...records, record('agnes holt', 'She died.')], descriptionHash(['She bought a mill.', 'She sued.']))
        .length,
    ).toBe(1);
  });
});
