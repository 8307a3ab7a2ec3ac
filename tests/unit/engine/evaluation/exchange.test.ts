import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../../src/core/engine/engine';
import type { EvaluationQuestion } from '../../../../src/core/evaluation/evaluation';
import { questionsCsv, questionsJson } from '../../../../src/core/evaluation/question-set';
import { collect, testEnv, textFile } from '../../../helpers/engine-env';
import { choiceOf, evaluatedLetters, judging, modesOf, typed } from '../../../helpers/evaluated-letters';
import { hostedFiles } from '../../../helpers/hosted-files';
import { indexedTexts } from '../../../helpers/indexed-texts';
import { letter } from '../../../helpers/indexed-letters';
import { scriptedModel } from '../../../helpers/scripted-model';

const bytes = (text: string): Blob => new Blob([text]);
const wanted = { local: 2, linked: 0, global: 0, withoutModel: false };

/** Texts that are long enough to ask for. */
const BOOKS = [
  'Clara Voss founded the Harbour Company in the spring of 1871, with money that her uncle had left to her. She bought two sloops, hired nine sailors from Corran, and paid each of them by the month.',
  'The lighthouse at Grey Point burned down in a storm, and nobody was hurt that night. Edda Marrow drew the plans for a new tower of granite, which took the masons four years to build and cost more than the church.',
];

const manyBooks = () =>
  ['Clara', 'Edda', 'Ursel', 'Magda', 'Hanne', 'Berta'].flatMap((name) =>
    BOOKS.map((book, at) => textFile(`${name}-${String(at)}.txt`, `${name} of ${name}ville wrote: ${book}`)),
  );

/** A model that makes a question of each passage which it is shown. */
const maker = () =>
  scriptedModel(({ messages }) => {
    if (messages.at(-1)?.content.includes('Claims:')) return ['says|1'];
    const shown = messages.at(-1)?.content.matchAll(/^\[(\d)\] .*\n(?:Names: .*\n)?(.*?\.)/gmu) ?? [];
    const questions = Array.from(shown, ([, passage, first = '']) => ({
      passage: Number(passage),
      question: `Who is told of here: ${first}`,
      answer: first,
      statements: [first],
    }));
    return [JSON.stringify({ questions })];
  });

describe('questions that a model makes', () => {
  test('wait for approval with their passage, answer and assertions, for the calls of the plan', async () => {
    const model = maker();
    const { engine } = await evaluatedLetters(1, model);
    await collect(engine.add(BOOKS.map((book, at) => textFile(`book-${String(at)}.txt`, book))));
    const plan = await engine.questionsPlan(wanted);
    expect(model.begun).toHaveLength(0);
    const events = await collect(engine.makeQuestions(wanted));
    expect(model.begun).toHaveLength(plan.calls);
    expect(plan.model).toBe('Scripted');
    const questions = await engine.evaluationQuestions();
    expect(events.at(-1)).toEqual({ kind: 'questions', questions });
    expect(questions).toHaveLength(2);
    for (const one of questions) {
      expect(one).toMatchObject({ origin: 'model', questionClass: 'local', isApproved: false, madeBy: 'Scripted' });
      const [passage] = await engine.evaluationPassages(one.evidence);
      expect(passage?.text).toContain(one.reference ?? 'nothing');
      expect(one.assertions).toHaveLength(1);
    }
  });

  test('rest on what their passages state, as the model says itself where no checker is chosen', async () => {
    const model = maker();
    const { engine } = await evaluatedLetters(1, {
      ...model,
      generate: (request, options) =>
        request.messages.at(-1)?.content.includes('Claims:')
          ? scriptedModel(() => ['open|1']).generate(request, options)
          : model.generate(request, options),
    });
    await collect(engine.add(BOOKS.map((book, at) => textFile(`book-${String(at)}.txt`, book))));
    expect(await engine.questionsPlan(wanted)).toMatchObject({ checker: 'Scripted' });
    await collect(engine.makeQuestions(wanted));
    expect(await engine.evaluationQuestions()).toEqual([]);
  });

  test('are kept call by call, so that a tab which is killed loses only those of the calls in flight', async () => {
    const model = maker();
    const stop = new AbortController();
    let calls = 0;
    const { env, engine, storage, id } = await evaluatedLetters(1, {
      ...model,
      generate: (request, options) => {
        if (!request.messages.at(-1)?.content.includes('Claims:') && ++calls === 2) {
          storage.kill();
          stop.abort();
        }
        return model.generate(request, options);
      },
    });
    await collect(engine.add(manyBooks()));
    await expect(collect(engine.makeQuestions({ ...wanted, local: 8 }, { signal: stop.signal }))).rejects.toThrow();
    const again = createEngine(env);
    await again.open(id);
    const kept = await again.evaluationQuestions();
    expect(kept).toHaveLength(3);
    expect(kept.every(({ isApproved }) => !isApproved)).toBe(true);
  });

  test('beyond those that were wanted are not kept, but for one that was approved meanwhile', async () => {
    const model = maker();
    let approve = (): void => undefined;
    const approval = new Promise<void>((resolve) => (approve = resolve));
    let calls = 0;
    const { engine } = await evaluatedLetters(1, {
      ...model,
      async *generate(request, options) {
        if (!request.messages.at(-1)?.content.includes('Claims:') && ++calls === 2) await approval;
        yield* model.generate(request, options);
      },
    });
    await collect(engine.add(manyBooks()));
    const made: (readonly EvaluationQuestion[])[] = [];
    for await (const event of engine.makeQuestions({ ...wanted, local: 4 })) {
      if (event.kind !== 'questions') continue;
      made.push(event.questions);
      if (made.length > 1) continue;
      await engine.keepEvaluationQuestions(event.questions.map((one) => ({ ...one, isApproved: true })));
      approve();
    }
    const [approved = [], chosen = []] = [made[0], made.at(-1)];
    expect(approved.length).toBeGreaterThan(chosen.length);
    const ids = (await engine.evaluationQuestions()).map(({ id }) => id);
    expect(new Set(ids)).toEqual(new Set([...approved, ...chosen].map(({ id }) => id)));
  });

  test('are none without a model, which the plan says', async () => {
    const { engine } = await evaluatedLetters(2);
    expect(await engine.questionsPlan(wanted)).toMatchObject({ model: null, calls: 0 });
    await expect(collect(engine.makeQuestions(wanted))).rejects.toMatchObject({ name: 'ModelError' });
    expect(await engine.evaluationQuestions()).toEqual([]);
  });
});

describe('a file of questions', () => {
  test('adds new ones, completes those that are known, and says what could not be used', async () => {
    const { engine } = await evaluatedLetters(3);
    await engine.keepEvaluationQuestions([typed('a', 'Who met?', { reference: 'Mine.' })]);
    const words = letter(1).split('\n')[0] ?? '';
    const json = JSON.stringify([
      { query_id: '1', query: 'Who met?', gt_answer: 'Theirs.', response: 'Somebody.' },
      { question: 'Who wrote?', assertions: ['The response should name Ada.'], evidence: [words, 'Nowhere at all.'] },
    ]);
    const imported = await engine.importEvaluation('set.json', bytes(json));
    expect(imported).toMatchObject({ added: 1, changed: 0 });
    expect(imported.notes).toHaveLength(2);
    const [known, added] = await engine.evaluationQuestions();
    expect(known).toEqual(typed('a', 'Who met?', { reference: 'Mine.' }));
    expect(added).toMatchObject({ origin: 'imported', isApproved: true });
    expect(added?.evidence).toHaveLength(1);
    const again = await engine.importEvaluation('set.json', bytes(json));
    expect(again).toMatchObject({ added: 0, changed: 0 });
  });

  test('keeps the ids by which other programs join their files, but for one that another question has', async () => {
    const { engine } = await evaluatedLetters(1);
    const theirs = [
      { question_id: 'q7', question_text: 'Who wrote?', answer: 'Ben.', assertions: ['It names Ben.'] },
      { question_id: 'q7', question_text: 'When?', answer: 'In May.' },
    ];
    const { notes } = await engine.importEvaluation('answers.json', bytes(JSON.stringify(theirs)));
    expect(notes).toHaveLength(2);
    const [first, second] = await engine.evaluationQuestions();
    expect(first).toMatchObject({ id: 'q7', question: 'Who wrote?', reference: null });
    expect(second?.id).not.toBe('q7');
    const exported = await engine.exportEvaluation(choiceOf(), 'benchmark-qed-assertions');
    expect(JSON.parse(await exported.text())).toMatchObject([{ question_id: 'q7', question_text: 'Who wrote?' }]);
  });

  test('of lines is one question a line', async () => {
    const { engine } = await evaluatedLetters(1);
    const pasted = 'Who wrote?\n\n When?  \nWho wrote?';
    expect(await engine.importEvaluation('questions.txt', bytes(pasted))).toEqual({ added: 2, changed: 0, notes: [] });
    expect((await engine.evaluationQuestions()).map(({ question }) => question)).toEqual(['Who wrote?', 'When?']);
  });

  test('that Burrow wrote keeps who was approved; one of others is approved by adding it', async () => {
    const set = [typed('a', 'Who wrote?'), typed('b', 'When?', { isApproved: false })];
    for (const [name, file] of [
      ['set.json', questionsJson(set)],
      ['set.csv', questionsCsv(set)],
    ] as const) {
      const { engine } = await evaluatedLetters(1);
      await engine.importEvaluation(name, bytes(file));
      await engine.importEvaluation('theirs.csv', bytes('question\nWhere?\n'));
      expect((await engine.evaluationQuestions()).map(({ isApproved }) => isApproved)).toEqual([true, false, true]);
    }
  });

  test('that is none changes nothing', async () => {
    const { engine } = await evaluatedLetters(1);
    await expect(engine.importEvaluation('set.json', bytes('{"a":1}'))).rejects.toMatchObject({ name: 'ParseError' });
    expect(await engine.evaluationQuestions()).toEqual([]);
  });
});

describe('exported results', () => {
  test('have claims, answers and passages of one mode, and are read as questions again', async () => {
    const letters = await evaluatedLetters(4, scriptedModel(judging));
    const assertions = [{ id: 'x', statement: 'It rained.', importance: 9, textUnitIds: [] }];
    await letters.engine.keepEvaluationQuestions([typed('a', 'Who met?', { reference: 'Ada.', assertions })]);
    const choice = choiceOf({ contestants: modesOf('local', 'basic'), measures: ['claims', 'assertions'] });
    await letters.run(choice);
    const file = async (format: Parameters<typeof letters.engine.exportEvaluation>[1]) =>
      (await letters.engine.exportEvaluation(choice, format)).text();
    const { results } = JSON.parse(await file('ragchecker')) as { readonly results: readonly object[] };
    expect(results).toMatchObject([{ query: 'Who met?', gt_answer: 'Ada.', metrics: { faithfulness: 0.5 } }]);
    expect(await file('benchmark-qed-retrieval')).toContain('"chunk_id":');
    const set = await evaluatedLetters(1);
    await set.engine.importEvaluation('set.json', bytes(questionsJson(await letters.engine.evaluationQuestions())));
    expect(await set.engine.evaluationQuestions()).toMatchObject([{ question: 'Who met?', reference: 'Ada.' }]);
    const other = await evaluatedLetters(1);
    await other.engine.importEvaluation('theirs.json', bytes(await file('benchmark-qed-assertions')));
    await other.engine.importEvaluation('theirs.json', bytes(await file('ragchecker')));
    expect(await other.engine.evaluationQuestions()).toMatchObject([
      { question: 'Who met?', reference: 'Ada.', assertions: [{ statement: 'It rained.', importance: 9 }] },
    ]);
  });
});

test('a hosted collection takes no questions', async () => {
  const { tables } = await indexedTexts({ 'a.txt': letter(0), 'b.txt': letter(1) });
  const { textUnits: text_units, communityReports: community_reports, ...others } = tables;
  const published = { ...others, text_units, community_reports, covariates: [], summaries: [] };
  const host = await hostedFiles({ name: 'Letters', created: 0, tables: published });
  const engine = createEngine(testEnv({ addresses: host.addresses }));
  await engine.openAddress(host.address);
  const refusal = /cannot be changed here/u;
  await expect(engine.keepEvaluationQuestions([typed('a', 'Who?')])).rejects.toThrow(refusal);
  await expect(engine.importEvaluation('a.txt', bytes('Who?'))).rejects.toThrow(refusal);
  await expect(collect(engine.makeQuestions({ ...wanted, withoutModel: true }))).rejects.toThrow(refusal);
  expect(await engine.evaluationQuestions()).toEqual([]);
});
