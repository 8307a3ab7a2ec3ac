import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { EvaluationEvent, EvaluationResults } from '../../../../src/core/engine/evaluation/evaluation-calls';
import { collect, textFile } from '../../../helpers/engine-env';
import { choiceOf, evaluatedLetters, modesOf, typed, type EvaluatedLetters } from '../../../helpers/evaluated-letters';
import { letter } from '../../../helpers/indexed-letters';
import { scriptedModel, type ScriptedModel } from '../../../helpers/scripted-model';

const question = (at: number): string => `Who met at the mill after the letter of day ${String(at)}?`;

/** The id of the text unit of a letter. */
async function unitOf({ env, id }: EvaluatedLetters, at: number): Promise<string> {
  const { tables } = await env.collections.open(id);
  const units = await tables.read('text_units');
  const documents = await tables.read('documents');
  const owner = documents.find(({ text }) => text === letter(at));
  return units.find(({ document_id }) => document_id === owner?.id)?.id ?? '';
}

function resultsIn(events: readonly EvaluationEvent[]): EvaluationResults {
  const last = events.at(-1);
  if (last?.kind !== 'results') throw new Error('There are no results.');
  return last.results;
}

/** A model of this title, which says it. */
function titled(title: string): ScriptedModel {
  const model = scriptedModel(({ shape }) => [shape ? 'tie' : `By ${title}.`]);
  return { ...model, info: { ...model.info, title, choice: { provider: 'server', model: title } } };
}

const answering = () => scriptedModel(({ messages }) => [`An answer of ${String(messages.length)} messages.`]);

describe('the set of questions', () => {
  test('keeps its order while questions change, and goes with a saved copy', async () => {
    const { engine, id, storage, env } = await evaluatedLetters(1);
    await engine.keepEvaluationQuestions([typed('a', 'First?'), typed('b', 'Second?')]);
    await engine.keepEvaluationQuestions([typed('a', 'First, then?', { reference: 'Ada.' })]);
    expect((await engine.evaluationQuestions()).map((one) => one.question)).toEqual(['First, then?', 'Second?']);
    const copy = await storage.collections.load(await storage.collections.save(id), {});
    const other = createEngine(env);
    storage.kill();
    await other.open(copy.id);
    expect(await other.evaluationQuestions()).toEqual([
      typed('a', 'First, then?', { reference: 'Ada.' }),
      typed('b', 'Second?'),
    ]);
  });

  test('loses what stands on a deleted document, but for what a person typed', async () => {
    const letters = await evaluatedLetters(3);
    const { engine } = letters;
    const units = [await unitOf(letters, 0), await unitOf(letters, 1)];
    const made = (id: string, unit = '') =>
      typed(id, `Made of ${id}?`, { origin: 'index', evidence: [unit], assertions: [] });
    await engine.keepEvaluationQuestions([
      made('a', units[0]),
      made('b', units[1]),
      typed('c', 'Mine?', { evidence: units }),
    ]);
    await letters.run({ contestants: modesOf('basic', 'local') });
    const { documents } = await engine.view();
    const first = documents.find(({ path }) => path === '0.txt')?.id ?? '';
    await collect(engine.removeDocuments([first]));
    expect(await engine.evaluationQuestions()).toEqual([
      made('b', units[1]),
      typed('c', 'Mine?', { evidence: units.slice(1) }),
    ]);
    const { tables } = await letters.env.collections.open(letters.id);
    for (const row of await tables.read('evaluation_results')) expect(row.document_ids).not.toContain(first);
  });

  test('takes over questions that were asked, once', async () => {
    const { engine } = await evaluatedLetters(2);
    for (const [at, asked] of ['Old?', 'New?', 'Old?'].entries()) {
      const last = (await collect(engine.search({ question: asked, mode: 'basic' }))).at(-1);
      if (last?.kind === 'answer')
        await engine.keepTurn(null, { id: String(at), question: asked, asked: at, answer: last.answer });
    }
    expect((await engine.askedQuestions()).toSorted()).toEqual(['New?', 'Old?']);
    await engine.keepEvaluationQuestions([typed('a', 'Old?', { origin: 'conversation' })]);
    expect(await engine.askedQuestions()).toEqual(['New?']);
  });
});

describe('an evaluation without a model', () => {
  test('measures what each mode found of the marked evidence, and shows what one had and the other lacked', async () => {
    const letters = await evaluatedLetters(8);
    const marked = await Promise.all(
      [0, 3, 5].map(async (at) => typed(String(at), question(at), { evidence: [await unitOf(letters, at)] })),
    );
    await letters.engine.keepEvaluationQuestions([...marked, typed('unmarked', question(6))]);
    const results = resultsIn(await letters.run({ contestants: modesOf('basic', 'local') }));
    expect(results.modes.map(({ answered }) => answered)).toEqual([4, 4]);
    for (const { figures } of results.modes) {
      const recall = figures.find(({ name }) => name === 'retrieval.recall')?.figure;
      expect(recall).toMatchObject({ n: 3, mean: 1 });
      expect(figures.filter(({ name }) => name.startsWith('cost.')).map(({ name }) => name)).toEqual(['cost.seconds']);
    }
    expect(results.comparisons).toContainEqual(
      expect.objectContaining({ measure: 'retrieval.recall', verdict: 'no difference shown', p: 1 }),
    );
    expect(results.notes.length).toBeGreaterThan(0);
  });

  test('is as it was for the next engine, and shows answers of an earlier state of the collection as such', async () => {
    const letters = await evaluatedLetters(4);
    const { engine } = letters;
    await engine.keepEvaluationQuestions([typed('a', question(1), { evidence: [await unitOf(letters, 1)] })]);
    const results = resultsIn(await letters.run({}));
    const next = createEngine(letters.env);
    letters.storage.kill();
    await next.open(letters.id);
    expect(await next.evaluationResults(choiceOf())).toEqual(results);
    await collect(next.add([textFile('new.txt', 'Ivy met Jacob at the mill.')]));
    const after = await next.evaluationResults(choiceOf());
    expect(after.modes).toMatchObject([{ answered: 1 }]);
    expect(JSON.stringify(after.notes)).toContain('earlier state of the collection');
    const again = resultsIn(await collect(next.evaluate(choiceOf())));
    expect(JSON.stringify(again.notes)).not.toContain('earlier state of the collection');
  });
});

describe('answers of a model', () => {
  const measures = ['retrieval', 'pairwise'] as const;

  test('are asked for once, and a question that is added later costs itself, as the plan says', async () => {
    const model = answering();
    const letters = await evaluatedLetters(6, model);
    const { engine } = letters;
    const choice = choiceOf({ contestants: modesOf('basic', 'local'), measures: [...measures] });
    await engine.keepEvaluationQuestions([typed('a', question(0)), typed('b', question(1))]);
    const plan = await engine.evaluationPlan(choice);
    expect(plan.parts[0]).toMatchObject({ part: 'answers', items: 4, kept: 0, calls: 4 });
    expect(model.begun).toHaveLength(0);
    await letters.run(choice);
    const asked = (): number => model.begun.filter((prompt) => prompt.includes('Question:')).length;
    expect(asked()).toBe(4);
    await letters.run(choice);
    expect(asked()).toBe(4);
    await engine.keepEvaluationQuestions([typed('c', question(2))]);
    expect((await engine.evaluationPlan(choice)).parts[0]).toMatchObject({ items: 6, kept: 4, calls: 2 });
    await letters.run(choice);
    expect(asked()).toBe(6);
  });

  test('of several models stand side by side, and are compared within a mode and within a model', async () => {
    let chosen = titled('Small');
    const letters = await evaluatedLetters(6, {
      get info() {
        return chosen.info;
      },
      generate: (...call) => chosen.generate(...call),
    });
    const evidence = [await unitOf(letters, 0)];
    await letters.engine.keepEvaluationQuestions([typed('a', question(0), { evidence })]);
    const choice = choiceOf({ contestants: modesOf('basic', 'local'), measures: [...measures] });
    await letters.run(choice);
    const small = chosen;
    const asked = small.begun.length;
    chosen = titled('Large');
    const { modes, questions, comparisons } = resultsIn(await letters.run(choice));
    expect(small.begun).toHaveLength(asked);
    expect(modes.map(({ contestant: { mode, model }, answered }) => [mode, model, answered])).toEqual([
      ['basic', 'Large', 1],
      ['basic', 'Small', 1],
      ['local', 'Large', 1],
      ['local', 'Small', 1],
    ]);
    expect(questions[0]?.modes.map(({ answer }) => answer)).toEqual([
      'By Large.',
      'By Small.',
      'By Large.',
      'By Small.',
    ]);
    const pairs = comparisons.filter(({ measure }) => measure === 'retrieval.recall');
    expect(pairs).toHaveLength(4);
    expect(pairs.every(({ one, other }) => one.mode === other.mode || one.model === other.model)).toBe(true);
    const judged = comparisons.filter(({ measure }) => measure === 'relevance');
    expect(judged.map(({ one, other }) => [one, other].map(({ mode, model }) => `${mode} ${model ?? ''}`))).toEqual([
      ['local Large', 'local Small'],
      ['local Large', 'basic Large'],
      ['local Small', 'basic Small'],
      ['basic Large', 'basic Small'],
    ]);
    const csv = await letters.engine.exportEvaluation(
      { ...choice, contestants: [{ mode: 'local', model: 'Small' }] },
      'benchmark-qed-answers',
    );
    expect(await csv.text()).toContain('By Small.');
  });

  test('count as spent, and come into no conversation', async () => {
    const model = answering();
    const letters = await evaluatedLetters(4, model);
    await letters.engine.keepEvaluationQuestions([typed('a', question(0))]);
    await letters.run({ measures: [...measures] });
    const view = await letters.engine.view();
    expect(view.besides).toMatchObject({ calls: model.begun.length });
    expect(await letters.engine.conversations()).toEqual([]);
  });
});
