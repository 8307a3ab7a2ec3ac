import type {
  ClaimPassage,
  ClaimsView,
  EvaluationCalls,
  EvaluationPlan,
  EvaluationResults,
  NamedFigure,
} from '../../src/core/engine/evaluation/evaluation-calls';
import type { Contestant, EvaluationChoice, EvaluationQuestion, Label } from '../../src/core/evaluation/evaluation';
import type { Figure } from '../../src/core/evaluation/measures/statistics';
import { ParseError } from '../../src/core/errors';
import { message } from '../../src/core/message';
import type { DocumentView } from '../../src/core/engine/documents/document-view';

/** Evaluation of the fake engine. */
export interface FakeEvaluation {
  readonly questions?: readonly EvaluationQuestion[];
  readonly asked?: readonly string[];
  /** Title of the chat model; none when missing. */
  readonly model?: string;
  /** Questions that a run answers before its model fails. */
  readonly failsAfter?: number;
  /** A run waits for it after its first question. */
  readonly until?: Promise<unknown>;
  /** True if everything was run before. */
  readonly isRun?: boolean;
}

interface Sources extends FakeEvaluation {
  readonly documents: () => readonly DocumentView[];
  readonly calls: string[];
}

export function questionOf(id: string, change: Partial<EvaluationQuestion> = {}): EvaluationQuestion {
  return {
    ...{ id, question: `Question ${id}?`, questionClass: 'local', origin: 'typed', reference: null },
    ...{ assertions: [], evidence: [], isApproved: true, madeBy: null },
    ...change,
  };
}

const figure = (mean: number, n: number): Figure => ({
  ...{ mean, n },
  interval: { low: mean * 0.8, high: mean + (1 - mean) * 0.3 },
});
const LABELS: readonly Label[] = ['entailment', 'neutral', 'contradiction'];

/** An evaluation in memory: each mode is a little worse than the one before. */
export function fakeEvaluation({ documents, calls, ...given }: Sources): EvaluationCalls {
  const { asked = [], model = null } = given;
  let questions = given.questions ?? [];
  let answered = given.isRun ? questions.length : 0;
  let verdicts = 0;
  const approved = (): readonly EvaluationQuestion[] => questions.filter(({ isApproved }) => isApproved);
  const passages = (): readonly ClaimPassage[] =>
    documents().map(({ id, title, text }) => ({
      ...{ textUnitId: `unit-${id}`, documentId: id, title, start: 0, end: Math.min(40, text.length) },
      text: text.slice(0, 80),
    }));
  const plan = (items: number, kept: number, measured: readonly string[]): EvaluationPlan => {
    const due = model === null ? 0 : items - kept;
    const parts = measured.map((part) => ({
      ...{ part: part as EvaluationPlan['parts'][number]['part'], items, kept, calls: due },
      ...{ promptTokens: due * 1200, replyTokens: due * 200 },
    }));
    const sum = parts.length * due;
    return {
      ...{ model, judge: model, checker: null, parts, calls: sum, promptTokens: sum * 1200, replyTokens: sum * 200 },
      ...{ seconds: sum === 0 ? null : sum * 2, bounds: null },
      notes: model === null ? [message`Without a chat model, answers are not written or judged.`] : [],
    };
  };
  const figuresOf = (at: number, { measures }: EvaluationChoice): readonly NamedFigure[] => {
    const n = Math.min(answered, approved().length);
    const worse = 1 / (1 + at * 0.35);
    const hasClaims = measures.includes('claims') && model !== null;
    return [
      { name: 'retrieval.recall', figure: figure(0.8 * worse, n) },
      { name: 'retrieval.precision', figure: figure(0.4 * worse, n) },
      ...(hasClaims
        ? [
            { name: 'overall.f1' as const, figure: figure(0.7 * worse, n) },
            { name: 'generator.faithfulness' as const, figure: figure(0.9 * worse, n) },
            { name: 'generator.hallucination' as const, figure: figure(0.1 + 0.1 * at, n) },
          ]
        : []),
      { name: 'cost.tokens', figure: figure(model === null ? 0 : 900 + 2400 * at, n) },
      { name: 'cost.seconds', figure: figure(0.4 + at, n) },
    ];
  };
  const results = (choice: EvaluationChoice): EvaluationResults => {
    const some = approved().slice(0, answered);
    const contestants = some.length > 0 ? choice.contestants : [];
    const modes = contestants.map((contestant, at) => ({
      ...{ contestant, answered: some.length, figures: figuresOf(at, choice) },
      findings: [message`Recall of evidence is ${Math.round(80 / (1 + at * 0.35))} %: passages are missed.`],
    }));
    const [first, ...others] = contestants;
    const units = passages().map(({ textUnitId }) => textUnitId);
    return {
      modes,
      questions: some.map((question) => ({
        question,
        modes: contestants.map((contestant, at) => ({
          ...{ contestant, answerId: `${question.id} ${contestant.mode}` },
          ...{ answer: model === null ? '' : `What ${contestant.mode} says of it.`, read: 2 },
          figures: Object.fromEntries(figuresOf(at, choice).map(({ name, figure: { mean } }) => [name, mean])),
          assertions: question.assertions.map((assertion) => ({ assertion, holds: at === 0 })),
          ...{ foundAlone: at === 0 ? units.slice(0, 1) : [], missed: at === 0 ? [] : units.slice(0, 1) },
        })),
      })),
      comparisons: first
        ? others.map((other: Contestant, at) => ({
            ...{ one: first, other, measure: 'retrieval.recall' as const },
            difference: { mean: 0.2 * at, interval: { low: -0.05, high: 0.3 }, n: some.length },
            p: at === 0 ? 0.4 : 0.0004,
            verdict: at === 0 ? ('no difference shown' as const) : ('better' as const),
          }))
        : [],
      notes: some.length > 0 && model !== null ? [message`The judge and the writer are the same model.`] : [],
      agreement: verdicts > 0 ? { n: verdicts, share: 0.5, kappa: 0 } : null,
    };
  };
  let pause = (): void => undefined;
  return {
    evaluationQuestions: async () => questions,
    keepEvaluationQuestions: async (some) => {
      calls.push(`keepEvaluationQuestions ${some.map(({ id }) => id).join(' ')}`);
      const added = some.filter(({ id }) => questions.every((one) => one.id !== id));
      questions = [...questions.map((one) => some.find(({ id }) => id === one.id) ?? one), ...added];
    },
    removeEvaluationQuestions: async (ids) => {
      calls.push(`removeEvaluationQuestions ${ids.join(' ')}`);
      questions = questions.filter(({ id }) => !ids.includes(id));
    },
    importEvaluation: async (name, bytes) => {
      if ((await bytes.text()) === 'broken') throw new ParseError(message`Row 2: it has no question.`);
      const lines = (await bytes.text()).split('\n').filter((line) => line.trim() !== '');
      questions = [...questions, ...lines.map((question, at) => questionOf(`${name}-${String(at)}`, { question }))];
      return { added: lines.length, changed: 0, notes: [] };
    },
    askedQuestions: async () => asked.filter((one) => questions.every(({ question }) => question !== one)),
    makeQuestions: async function* ({ local, linked, global }) {
      const of = local + linked + global;
      for (let done = 1; done <= of; done += 1) {
        const made = questionOf(`made-${String(done)}`, {
          origin: 'index',
          evidence: ['unit-harbour'],
          isApproved: false,
        });
        questions = [...questions, made];
        yield { kind: 'progress', part: 'questions', done, of };
        yield { kind: 'questions', questions: [made] };
      }
    },
    evaluationPlan: async ({ contestants, measures }) =>
      plan(approved().length * contestants.length, Math.min(answered, approved().length) * contestants.length, [
        'answers',
        ...measures,
      ]),
    questionsPlan: async ({ local, linked, global, withoutModel }) =>
      plan(withoutModel ? 0 : local + linked + global, 0, ['questions']),
    evaluate: async function* (choice, { signal } = {}) {
      calls.push(`evaluate ${choice.contestants.map(({ mode }) => mode).join(' ')}`);
      const of = approved().length;
      const left =
        given.until &&
        Promise.race([
          given.until,
          new Promise((end) => signal?.addEventListener('abort', end)),
          new Promise<void>((end) => (pause = end)).then(() => (isPaused = true)),
        ]);
      let isPaused = false;
      while (answered < of && !isPaused) {
        signal?.throwIfAborted();
        if (answered === given.failsAfter) throw new Error('The model server does not answer.');
        answered += 1;
        yield { kind: 'progress', part: 'answers', done: answered, of };
        if (answered === 1) await left;
      }
      yield { kind: 'results', results: results(choice) };
    },
    pauseEvaluation: async () => pause(),
    evaluationResults: async (choice) => results(choice),
    claimsOf: async (id): Promise<ClaimsView | null> => {
      const question = questions.find((one) => id.startsWith(`${one.id} `));
      const shown = passages();
      if (!question) return null;
      const line = (claim: string, side: 'answer' | 'reference', at: number) => ({
        ...{ claim, side, isRight: question.reference === null ? null : at === 0 },
        labels: shown.map((_, column) => LABELS[(at + column) % LABELS.length] ?? 'neutral'),
      });
      return {
        ...{ judge: model ?? '', passages: shown },
        claims: [
          line('Ada Marsh kept the harbour book.', 'answer', 0),
          line('She kept it until 1903.', 'answer', 1),
          ...(question.reference === null ? [] : [line('The book was kept in the Harbour Office.', 'reference', 2)]),
        ],
      };
    },
    claimSource: async ({ textUnitId, label }) => {
      const passage = passages().find((one) => one.textUnitId === textUnitId);
      return passage ? { ...passage, end: label === 'neutral' ? passage.end : 12 } : null;
    },
    evaluationPassages: async (ids) => passages().filter(({ textUnitId }) => ids.includes(textUnitId)),
    keepVerdict: async ({ claim, holds }) => {
      calls.push(`keepVerdict ${claim} ${String(holds)}`);
      verdicts += 1;
    },
    claimsToJudge: async () =>
      approved()
        .slice(0, 2)
        .map(({ id, question }) => ({
          ...{ questionId: id, mode: 'local' as const, question, claim: `A claim of ${id}.`, passages: passages() },
        })),
    exportEvaluation: async (_choice, format) => new Blob([format]),
  };
}
