import { describe, expect, it } from 'vitest';
import { nliChecker } from '../../../../src/core/evaluation/judging/claim-checker';
import {
  clusterPassages,
  passageVectors,
  probedPassages,
  ratingClusters,
} from '../../../../src/core/evaluation/judging/passage-clusters';
import {
  chooseQuestions,
  madeQuestion,
  type DraftQuestion,
} from '../../../../src/core/evaluation/questions/draft-question';
import { indexQuestions } from '../../../../src/core/evaluation/questions/index-questions';
import {
  askLinkedQuestion,
  categoryGroups,
  linkGroups,
} from '../../../../src/core/evaluation/questions/joined-questions';
import { askLocalQuestions, questionPassages } from '../../../../src/core/evaluation/questions/local-questions';
import { makeQuestions } from '../../../../src/core/evaluation/questions/make-questions';
import { countPromptTokens, TOKENIZER_MARGIN } from '../../../../src/core/models/chat-model';
import { finish } from '../../../../src/core/work';
import { indexOf } from '../../search/ask';
import { harbour } from '../../search/harbour';
import { smallWorld } from '../../search/small-world';
import { sayingModel } from '../../../helpers/judging-checker';
import { rehearsed, scriptedJudge, sentBesidePlan, type ScriptedJudge } from '../../../helpers/scripted-judge';

const INDEX = indexOf(harbour());
const VECTORS = finish(passageVectors(INDEX));
const LANGUAGE = 'the language of the passages';
const SOURCE = {
  ...{ index: INDEX, vectors: VECTORS, language: LANGUAGE },
  checker: nliChecker(
    sayingModel(() => 'entailment'),
    null,
  ),
};
const maker = () => scriptedJudge(() => '');

const local = (question: string, statement: string, unit: string) =>
  madeQuestion(maker(), {
    questionClass: 'local',
    question,
    answer: statement,
    statements: [statement],
    evidence: [unit],
  });
const LOCALS = [
  local('Who designed the lighthouse at Grey Point?', 'Edda Marrow designed it.', 'light-0'),
  local('Where was Edda Marrow born?', 'Edda Marrow was born in Corran.', 'marrow-0'),
  local('Who founded the Harbour Company?', 'Clara Voss founded it.', 'company-0'),
];
const textOf = (id: string) => INDEX.unitAt.get(INDEX.slotOf.get(id) ?? -1)?.text ?? '';

/** Makes a question of each passage that it is shown, and joins the first two facts. */
function honestMaker(): ScriptedJudge {
  return scriptedJudge(({ prompt, user }) => {
    if (prompt === 'local-question') {
      const questions = Array.from(
        user.matchAll(/^\[(\d)\] .*\n(?:Names: .*\n)?(.*?\.)/gmu),
        ([, passage, first = '']) => ({
          passage: Number(passage),
          question: `What is told here: ${first}`,
          answer: first,
          statements: [first],
        }),
      );
      return JSON.stringify({ questions });
    }
    const made = { question: `Joined ${user.slice(20, 50)}?`, answer: 'A.', statements: ['A.'], facts: [1, 2] };
    return JSON.stringify(
      prompt === 'linked-question' ? { ...made, indirect: ['Joined'], scores: [5, 5, 5, 5] } : { questions: [made] },
    );
  });
}

describe('Questions without a model', () => {
  it('have the passages with their names as evidence, and wait for approval', () => {
    const questions = indexQuestions(INDEX, 5, 'en');
    expect(questions.length).toBeGreaterThan(1);
    for (const one of questions) {
      expect(one).toMatchObject({ origin: 'index', madeBy: null, isApproved: false, reference: null });
      expect(one.evidence.length).toBeGreaterThan(0);
    }
    expect(questions.flatMap(({ evidence }) => evidence).every((id) => textOf(id) !== '')).toBe(true);
  });
});

describe('Questions on a fact', () => {
  const group = questionPassages(INDEX, VECTORS, 3);

  it('come from passages all over the collection, whose names the model is shown', async () => {
    expect(new Set(questionPassages(INDEX, VECTORS, 6).map(({ id }) => id)).size).toBeGreaterThan(3);
    const judge = honestMaker();
    const drafts = await askLocalQuestions(judge, group, LANGUAGE);
    expect(drafts.map(({ question }) => question.evidence)).toEqual(group.map(({ id }) => [id]));
    expect(drafts[0]?.question).toMatchObject({
      questionClass: 'local',
      origin: 'model',
      isApproved: false,
      madeBy: 'M',
    });
    expect(judge.calls[0]?.user).toContain(`Names: ${group[0]?.names.join(', ') ?? ''}`);
  });

  it('are only those of passages that were shown, with something to say', async () => {
    const made = { question: 'Q?', answer: 'A.', statements: ['S.'] };
    const reply = {
      questions: [
        { passage: 1, ...made },
        { passage: 2, ...made, statements: [] },
        { passage: 1, ...made },
      ],
    };
    const drafts = await askLocalQuestions(
      scriptedJudge(() => JSON.stringify(reply)),
      group,
      LANGUAGE,
    );
    expect(drafts.map(({ question }) => question.evidence)).toEqual([[group[0]?.id]]);
    expect(
      await askLocalQuestions(
        scriptedJudge(() => 'Here are some questions.'),
        group,
        LANGUAGE,
      ),
    ).toEqual([]);
  });

  it('fit a small window', async () => {
    const judge = scriptedJudge(() => '{"questions":[]}', { contextWindow: 1800 });
    const long = group.map((one) => ({ ...one, text: `${one.text} `.repeat(60) }));
    await askLocalQuestions(judge, long, LANGUAGE);
    const sent = judge.calls.map(({ call }) => countPromptTokens(call.messages) * TOKENIZER_MARGIN + call.maxTokens);
    expect(sent[0]).toBeLessThanOrEqual(1800);
    expect(judge.calls[0]?.user).toContain('[3] ');
  });
});

describe('Questions on linked facts', () => {
  const [group] = linkGroups(INDEX, LOCALS);
  const good = {
    question: 'Where was the designer of the light born?',
    answer: 'In Corran.',
    statements: ['The designer was born in Corran.'],
    facts: [1, 2],
    indirect: ['the designer of the light'],
    scores: [5, 4, 5, 4],
  };
  const ask = (reply: object | string, kind: 'bridge' | 'comparison' = 'bridge') =>
    askLinkedQuestion(
      scriptedJudge(() => (typeof reply === 'string' ? reply : JSON.stringify(reply))),
      group ?? { title: '', facts: [], documentIds: [] },
      kind,
      LANGUAGE,
    );

  it('join questions on different passages that name the same entity', () => {
    expect(linkGroups(INDEX, LOCALS).map(({ title, facts }) => [title, facts.length])).toEqual([['Edda Marrow', 2]]);
    expect(linkGroups(INDEX, LOCALS.slice(2))).toEqual([]);
  });

  it('rest on the passages of all of their facts', async () => {
    expect((await ask(good))?.question).toMatchObject({ questionClass: 'linked', evidence: ['light-0', 'marrow-0'] });
  });

  it.each([
    ['a fact that does not exist', { facts: [1, 7] }],
    ['one fact alone', { facts: [1, 1] }],
    ['a score below 4', { scores: [5, 3, 5, 5] }],
    ['a missing score', { scores: [5, 5, 5] }],
    ['indirect words that are not in it', { indirect: ['the builder'] }],
    ['no indirect words', { indirect: [] }],
    ['the name itself', { question: 'Where was Edda Marrow, the designer of the light, born?' }],
    ['nothing that an answer must say', { statements: [] }],
  ])('are none with %s', async (_, fault) => {
    expect(await ask({ ...good, ...fault })).toBeNull();
  });

  it('need indirect words for a bridge alone, and are none of prose', async () => {
    expect((await ask({ ...good, indirect: ['none'] }, 'comparison'))?.kind).toBe('comparison');
    expect(await ask('<think>{"question":"x"}</think>I cannot.')).toBeNull();
  });
});

describe('Questions on themes', () => {
  it('are of a community with several questions, by its title', () => {
    const groups = categoryGroups(INDEX, LOCALS);
    expect(groups.length).toBeGreaterThan(0);
    for (const { title, facts } of groups) expect([title === '', facts.length > 1]).toEqual([false, true]);
  });
});

describe('The choice of questions', () => {
  const draft = (question: string, quality = 1, kind?: string): DraftQuestion => ({
    question: local(question, 'S.', 'light-0'),
    grounds: { text: '', documentIds: [] },
    quality,
    ...(kind !== undefined && { kind }),
  });
  const chosen = (...input: Parameters<typeof chooseQuestions>) =>
    chooseQuestions(...input).map(({ question }) => question.question);

  it('takes none that nearly equals another or a known one', () => {
    const drafts = [
      'Who designed the lighthouse?',
      'Who has designed the lighthouse?',
      'When did Clara Voss lower the toll?',
    ];
    expect(
      chosen(
        drafts.map((one) => draft(one)),
        3,
        [],
      ),
    ).toEqual([drafts[0], drafts[2]]);
    expect(
      chosen(
        drafts.map((one) => draft(one)),
        3,
        ['who designed the lighthouse'],
      ),
    ).toEqual([drafts[2]]);
  });

  it('weighs quality against likeness, and gives each kind its share', () => {
    const drafts = [
      draft('Who lit the lamp on the reef?', 0.9, 'bridge'),
      draft('Who lit the lamp in the storm?', 0.8, 'bridge'),
      draft('Where is the bridge over the Aune?', 0.7, 'comparison'),
    ];
    expect(chosen(drafts, 2, [], 2)).toEqual([drafts[0]?.question.question, drafts[2]?.question.question]);
  });
});

describe('Making questions', () => {
  const wanted = { local: 3, linked: 1, global: 1 };

  it('makes all classes, tells how far it is, and takes none that is known', async () => {
    const steps: string[] = [];
    const onProgress = (done: number, of: number) => void steps.push(`${String(done)}/${String(of)}`);
    const made = await makeQuestions(honestMaker(), SOURCE, wanted, { onProgress });
    expect(made.filter(({ questionClass }) => questionClass === 'local')).toHaveLength(3);
    expect(new Set(made.map(({ id }) => id)).size).toBe(made.length);
    expect(steps[0]).toMatch(/^1\//u);
    const known = made.map(({ question }) => question);
    const again = await makeQuestions(honestMaker(), SOURCE, wanted, { known });
    expect(again.filter(({ question }) => known.includes(question))).toEqual([]);
  });

  it('keeps only assertions that their passage entails', async () => {
    const checker = nliChecker(
      sayingModel(({ hypothesis }) => (hypothesis.includes('Marrow') ? 'entailment' : 'neutral')),
      null,
    );
    const made = await makeQuestions(honestMaker(), { ...SOURCE, checker }, { local: 6, linked: 0, global: 0 });
    expect(made.length).toBeGreaterThan(0);
    for (const { assertions } of made) expect(assertions.map(({ statement }) => statement).join()).toContain('Marrow');
  });

  it('costs what was planned, as far as its passages are known', async () => {
    const judge = honestMaker();
    const counts = { local: 4, linked: 0, global: 0 };
    await makeQuestions(judge, SOURCE, counts);
    const planFor = (asked: typeof counts) => rehearsed(judge, (one) => makeQuestions(one, SOURCE, asked));
    const { calls, planned, tokens } = sentBesidePlan(judge, await planFor(counts));
    expect(planned).toBe(calls);
    expect(Math.abs(tokens - 1)).toBeLessThan(0.03);
    expect((await planFor(wanted)).length).toBeGreaterThan(planned);
  });
});

describe('Clusters of passages', () => {
  it('hold each passage once, the largest first, and are the same each time', () => {
    const { clusters } = ratingClusters(VECTORS, 4);
    expect(clusters.flatMap(({ rows }) => [...rows]).sort((a, b) => a - b)).toEqual([...INDEX.tables.textUnits.keys()]);
    const sizes = clusters.map(({ rows }) => rows.length);
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(ratingClusters(VECTORS, 4).clusters).toEqual(clusters);
  });

  it('are probed at up to ten passages near the question and five near the centroid', () => {
    const many = smallWorld({
      documents: [
        {
          id: 'd',
          title: 'D',
          paragraphs: Array.from({ length: 40 }, (_, at) => `The toll of ship ${String(at % 7)} was paid.`),
        },
      ],
    });
    const vectors = finish(passageVectors(indexOf(many)));
    const [rows = []] = probedPassages(clusterPassages(vectors, 1), (row) => row);
    expect(rows.slice(0, 10)).toEqual([39, 38, 37, 36, 35, 34, 33, 32, 31, 30]);
    expect(rows.length).toBeLessThanOrEqual(15);
    expect(new Set(rows).size).toBe(rows.length);
  });
});
