import { describe, expect, it } from 'vitest';
import { decisionRows } from '../../../src/core/engine/editing/edits';
import { ModelError } from '../../../src/core/errors';
import type { ModelCall } from '../../../src/core/models/model-call';
import type { ChatReply } from '../../../src/core/models/chat-model';
import {
  resolveEntities,
  type ResolutionInput,
  type ResolutionOptions,
} from '../../../src/core/resolve/resolve-entities';
import type { AllTables, EditRow } from '../../../src/core/tables/tables';
import { testClock } from '../../helpers/engine-env';
import { askedPairs, goldDecisions, goldSame } from '../../helpers/gold/decisions';
import { edit } from '../../helpers/rows';
import { gold, surfaceRecords, surfaceSample } from './surface-sample';

type Answer = (call: ModelCall) => string;

const reply = (text: string): ChatReply => ({
  text,
  finish: 'stop',
  usage: { promptTokens: 100, completionTokens: 10, seconds: 0, exact: true },
});

const OPTIONS = { candidates: 400, evidence: 1, contextWindow: 4096, by: 'Small Model', clock: testClock() };

/** Resolves with a model that answers so; `calls` are what it was asked. */
async function resolve(input: ResolutionInput, answer: Answer, options: Partial<ResolutionOptions> = {}) {
  const calls: ModelCall[] = [];
  const ask = (call: ModelCall): Promise<ChatReply> => {
    calls.push(call);
    return Promise.resolve(reply(answer(call)));
  };
  return { ...(await resolveEntities(input, ask, { ...OPTIONS, ...options })), calls };
}

const fromGold: Answer = goldDecisions(gold.entities);
const always =
  (word: string): Answer =>
  (call) =>
    askedPairs(call)
      .map(({ number }) => `${word}|${String(number)}`)
      .join('\n');
const pairsOf = (calls: readonly ModelCall[]) => calls.flatMap(askedPairs).map(({ a, b }) => [a, b].sort().join(' = '));
const namesOf = ({ title, aliases }: AllTables['entities'][number]): readonly string[] => [title, ...aliases];
const withEdits = (edits: readonly EditRow[]): AllTables => surfaceSample(edits);
const sample = surfaceSample();
const confirmed = await resolve(sample, fromGold);
const rows = decisionRows(confirmed.edits, [], { clock: testClock() });
const merged = withEdits(rows);

describe('resolving the names of the sample with a model that knows the gold standard', () => {
  it('brings names of one entity together and never names of two', () => {
    const same = goldSame(gold.entities);
    for (const entity of merged.entities) {
      const [first = '', ...others] = namesOf(entity);
      const owner = gold.entities.find(({ title, aliases }) =>
        namesOf(entity).every((name) => same(name, title) || aliases.includes(name)),
      );
      expect(owner, `${first} with ${others.join(', ')}`).toBeDefined();
    }
    expect(merged.entities.length).toBeLessThan(0.7 * sample.entities.length);
  });

  it.each([
    ['Harriet Oakshott', 'Dr. Oakshott'],
    ['Rev. Ambrose Tarrant', 'Mr. Tarrant'],
    ['Edmund Vasey', 'E.V.'],
    ['Lunderdale Water Board', 'the Board'],
  ])('finds that %s is %s', (one, other) => {
    expect(merged.entities.some((entity) => [one, other].every((name) => namesOf(entity).includes(name)))).toBe(true);
  });

  it.each([
    ['Rev. Ambrose Tarrant', 'Silas Tarrant'],
    ['Ruth Vasey', 'Edmund Vasey'],
    ['Susan Pike', 'Ellen Pike'],
    ['Tom Garside', 'Mrs. Garside'],
  ])('leaves %s and %s apart', (one, other) => {
    expect(merged.entities.some((entity) => [one, other].every((name) => namesOf(entity).includes(name)))).toBe(false);
  });

  it('asks no pair twice, nor one that earlier answers settle', () => {
    const pairs = pairsOf(confirmed.calls);
    expect(new Set(pairs).size).toBe(pairs.length);
    expect(confirmed.tally).toMatchObject({ undecided: 0, calls: confirmed.calls.length });
    expect(confirmed.tally.same + confirmed.tally.distinct + confirmed.tally.ambiguous).toBe(pairs.length);
  });

  it('asks nothing again that it asked before', async () => {
    const again = await resolve(merged, fromGold);
    const known = new Set(pairsOf(confirmed.calls));
    expect(pairsOf(again.calls).filter((pair) => known.has(pair))).toEqual([]);
  });

  it('asks the same of the same tables in any order of their rows', async () => {
    const reversed = Object.fromEntries(Object.entries(sample).map(([name, table]) => [name, [...table].reverse()]));
    const other = await resolve(reversed as unknown as AllTables, fromGold);
    expect(other.calls).toEqual(confirmed.calls);
  });

  it('asks of the likeliest pairs alone when told how many, eight to a call', async () => {
    const { calls, edits } = await resolve(sample, fromGold, { candidates: 40 });
    expect(calls).toHaveLength(5);
    expect(edits).toHaveLength(40);
    expect(edits.filter(({ kind }) => kind === 'alias').length).toBeGreaterThan(35);
  });

  it('asks only of names in the documents that are new, when told which', async () => {
    const documents = new Set([sample.documents[0]?.id ?? '']);
    const units = new Set(sample.text_units.filter((unit) => documents.has(unit.document_id)).map(({ id }) => id));
    const inside = sample.entities.filter((entity) => entity.text_unit_ids.some((id) => units.has(id)));
    const { calls } = await resolve(sample, fromGold, { documents });
    const pairs = calls.flatMap(askedPairs);
    expect(pairs.length).toBeGreaterThan(0);
    for (const { a, b } of pairs) expect(inside.some(({ title }) => title === a || title === b)).toBe(true);
  });

  it('names the documents whose words a call shows, and no id', () => {
    const ids = [...sample.documents, ...sample.entities, ...sample.text_units].map(({ id }) => id);
    for (const { messages, documentIds } of confirmed.calls) {
      const shown = messages.map(({ content }) => content).join('\n');
      expect(ids.filter((id) => shown.includes(id))).toEqual([]);
      const sentences = shown.split('\n').flatMap((line) => /^[AB]: …?(.{30,}?)…?$/u.exec(line)?.[1] ?? []);
      const quoted = sample.documents.filter(({ text }) =>
        sentences.some((sentence) => text.replaceAll(/\s+/gu, ' ').includes(sentence)),
      );
      expect(quoted.length).toBeGreaterThan(0);
      expect([...documentIds].sort()).toEqual(expect.arrayContaining(quoted.map(({ id }) => id)));
    }
  });
});

describe('a model that is wrong or unclear', () => {
  it('cannot merge names that contradict each other, even when it says yes to everything', async () => {
    const { edits, tally } = await resolve(sample, always('yes'));
    const { entities } = withEdits(decisionRows(edits, [], { clock: testClock() }));
    const people = ['Silas', 'Clara', 'Ambrose'];
    for (const entity of entities) {
      const given = people.filter((name) => namesOf(entity).some((one) => one.includes(`${name} Tarrant`)));
      expect(given.length).toBeLessThan(2);
    }
    expect(tally.ambiguous).toBeGreaterThan(0);
  });

  it('leaves the tables as they are when it says no to everything', async () => {
    const { edits } = await resolve(sample, always('no'));
    const { entities } = withEdits(decisionRows(edits, [], { clock: testClock() }));
    expect(entities).toEqual(sample.entities);
  });

  it('is asked once more, differently, about pairs it left out or answered both ways', async () => {
    const { calls, tally } = await resolve(
      sample,
      (call) => (call.seed ? always('yes')(call) : `yes|1\nno|1\n${fromGold(call).split('\n').slice(1, 5).join('\n')}`),
      { candidates: 8 },
    );
    const [first, second] = calls;
    expect(calls).toHaveLength(2);
    expect(second).toMatchObject({ seed: 2 });
    expect(second && askedPairs(second).map(({ a }) => a)).toEqual(
      first &&
        askedPairs(first)
          .filter((_, at) => at === 0 || at > 4)
          .map(({ a }) => a),
    );
    expect(tally).toMatchObject({ undecided: 0, calls: 2 });
  });

  it('leaves undecided what it never answers, after two attempts', async () => {
    const { edits, tally } = await resolve(sample, () => 'I would rather not say.', { candidates: 8 });
    expect(edits).toEqual([]);
    expect(tally).toMatchObject({ undecided: 8, calls: 2 });
  });
});

describe('the calls of a resolution', () => {
  it('are told one by one, and no more are under way than the model takes', async () => {
    const progress: number[] = [];
    let underWay = 0;
    let most = 0;
    const ask = async (call: ModelCall): Promise<ChatReply> => {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return reply(fromGold(call));
    };
    const onProgress = (done: number): void => void progress.push(done);
    const { edits } = await resolveEntities(sample, ask, { ...OPTIONS, candidates: 40, parallel: 2, onProgress });
    expect(progress).toEqual([8, 16, 24, 32, 40]);
    expect(most).toBe(2);
    expect(edits).toEqual((await resolve(sample, fromGold, { candidates: 40 })).edits);
  });

  it('end with the first that fails: nothing more is asked', async () => {
    let asked = 0;
    const ask = async (call: ModelCall): Promise<ChatReply> => {
      if (++asked === 2) throw new ModelError('The server is gone.');
      return reply(fromGold(call));
    };
    await expect(resolveEntities(sample, ask, OPTIONS)).rejects.toThrow('The server is gone.');
    expect(asked).toBe(2);
  });
});

describe('what a person said of names', () => {
  const first = rows.find(({ kind }) => kind === 'alias');
  const ends = (row: EditRow | undefined): readonly string[] => [
    row?.key ?? '',
    (JSON.parse(row?.value ?? '{}') as { into: string }).into,
  ];

  it('is not asked of a model again: neither what was undone nor what is kept apart', async () => {
    const undone = [...rows, edit(900, 'undo', first?.id ?? '')];
    const [a = '', b = ''] = ends(first);
    const apart = [edit(1, 'apart', a, b)];
    for (const edits of [undone, apart]) {
      const tables = withEdits(edits);
      const entities = tables.entities.filter(({ key }) => key === a || key === b);
      expect(entities).toHaveLength(2);
      const { calls } = await resolve({ ...tables, entities }, fromGold);
      expect(calls).toEqual([]);
    }
  });

  it('stays when a model decides the same again, since the decision then has the same id', () => {
    expect(decisionRows(confirmed.edits, rows, { clock: testClock() })).toEqual([]);
  });
});

it('asks nothing where no model has named anything', async () => {
  const mentions = surfaceRecords.map((row) => ({ ...row, layer: 'no-model', kind: 'mention' }));
  const { calls } = await resolve(surfaceSample([], mentions), fromGold);
  expect(calls).toEqual([]);
});

it('asks of a name that stands in brackets after another, in whatever script', async () => {
  const { calls } = await resolve(sample, fromGold, { candidates: 60 });
  expect(pairsOf(calls)).toContain('Lady Well = 圣母泉');
});
