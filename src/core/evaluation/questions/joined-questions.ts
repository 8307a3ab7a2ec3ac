import { addTo } from '../../arrays';
import {
  GLOBAL_COUNT,
  GLOBAL_QUESTION,
  GLOBAL_QUESTION_SHAPE,
  LINK_SCORES,
  LINK_TASKS,
  LINKED_QUESTION,
  LINKED_QUESTION_SHAPE,
  type LinkKind,
} from '../../prompts/question-making';
import type { SearchIndex } from '../../retrieval';
import type { ShapeValue } from '../../shapes/shape';
import { folded } from '../../text/folded-text';
import { terms } from '../../text/terms';
import type { EvaluationQuestion } from '../evaluation';
import { tryJudge, type Judge } from '../judging/judge';
import { expectedQuestion, madeQuestion, overlap, type DraftQuestion } from './draft-question';

/** A statement of a local question with the text units that it rests on. */
interface Fact {
  readonly statement: string;
  readonly textUnitIds: readonly string[];
}

/** Facts that belong together: those of questions that name the same entity, or of one category. */
export interface FactGroup {
  /** Title of the entity, or of the community. */
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly documentIds: readonly string[];
}

/** Questions whose facts are linked at most, and facts of a category. */
const LINKED = 3;
const MOST_FACTS = 20;

/** Groups of two or three questions on different text units that name the same entity, the rarest entities first. */
export function linkGroups(index: SearchIndex, locals: readonly EvaluationQuestion[]): readonly FactGroup[] {
  const named = new Map<string, EvaluationQuestion[]>();
  for (const one of locals) {
    const words = folded([one.question, one.reference, ...one.assertions.map(({ statement }) => statement)].join(' '));
    const titles = one.evidence.flatMap((id) => index.entitiesIn(id).map(({ title }) => title));
    for (const title of new Set(titles)) {
      if (words.includes(folded(title))) addTo(named, title, one);
    }
  }
  const rarest = [...named].sort(([a, some], [b, others]) => some.length - others.length || (a < b ? -1 : 1));
  const groups = rarest.map(([title, questions]) => ({ title, questions: questions.slice(0, LINKED) }));
  return distinctGroups(
    index,
    groups.filter(({ questions }) => unitsOf(questions).size > 1),
  );
}

/** Groups of questions whose text units belong to one community, by its title; those with most questions first. */
export function categoryGroups(index: SearchIndex, locals: readonly EvaluationQuestion[]): readonly FactGroup[] {
  const groups = index.tables.communities.flatMap((row) => {
    if (!index.communities.reportOf.has(row.community)) return [];
    const units = new Set(row.text_unit_ids);
    const questions = locals.filter(({ evidence }) => evidence.some((id) => units.has(id)));
    return questions.length > 1 ? [{ title: index.reports.title(row), questions }] : [];
  });
  return distinctGroups(
    index,
    groups.toSorted((a, b) => b.questions.length - a.questions.length),
  );
}

const unitsOf = (questions: readonly EvaluationQuestion[]): ReadonlySet<string> =>
  new Set(questions.flatMap(({ evidence }) => evidence));

function distinctGroups(
  index: SearchIndex,
  groups: readonly { readonly title: string; readonly questions: readonly EvaluationQuestion[] }[],
): readonly FactGroup[] {
  const once = new Map(groups.toReversed().map((one) => [one.questions.map(({ id }) => id).join(), one]));
  return [...once.values()].reverse().map(({ title, questions }) => {
    const documents = [...unitsOf(questions)].flatMap((id) => index.unitOf(id)?.document_id ?? []);
    const facts = questions.flatMap(({ assertions }) => assertions).slice(0, MOST_FACTS);
    return { title, facts, documentIds: [...new Set(documents)].sort() };
  });
}

const shownFacts = (facts: readonly Fact[]): string =>
  facts.map(({ statement }, at) => `${String(at + 1)}. ${statement}`).join('\n');

/** Facts by their numbers in a prompt; null where a number is none of them, or fewer than two are left. */
function citedFacts({ facts }: FactGroup, numbers: readonly number[]): readonly Fact[] | null {
  const cited = [...new Set(numbers)].map((number) => facts[number - 1]);
  const known = cited.filter((fact) => fact !== undefined);
  return known.length === cited.length && known.length > 1 ? known : null;
}

function draftOf(
  maker: Judge,
  made: Omit<Parameters<typeof madeQuestion>[1], 'evidence'>,
  { facts, documentIds }: FactGroup,
): Omit<DraftQuestion, 'quality'> {
  const evidence = [...new Set(facts.flatMap(({ textUnitIds }) => textUnitIds))];
  const text = facts.map(({ statement }) => statement).join(' ');
  return { question: madeQuestion(maker, { ...made, evidence }), grounds: { text, documentIds } };
}

const LINK = { prompt: LINKED_QUESTION, gives: [], reply: 130 };
/** Least of each score that a linked question needs, of 5. */
const LEAST_SCORE = 4;

/** A question that joins facts of a group; null where none could be made that is safe. ModelErrors of `ask` pass through. */
export async function askLinkedQuestion(
  maker: Judge,
  group: FactGroup,
  kind: LinkKind,
  language: string,
): Promise<DraftQuestion | null> {
  const values = { facts: shownFacts(group.facts), task: LINK_TASKS[kind], language };
  const { documentIds } = group;
  const joined = expectedQuestion(values.facts);
  const expected = { ...joined, facts: [1, 2], indirect: [joined.question], scores: LINK_SCORES.map(() => 5) };
  const made = await tryJudge(maker, { ...LINK, values, shape: LINKED_QUESTION_SHAPE, documentIds, expected });
  const facts = made && safeFacts(made, group, kind);
  if (!made || !facts) return null;
  const draft = draftOf(maker, { ...made, questionClass: 'linked' }, { ...group, facts });
  const asked = new Set(terms(made.question));
  const nearest = Math.max(...facts.map(({ statement }) => overlap(asked, new Set(terms(statement)))));
  const scores = made.scores.reduce((sum, one) => sum + one, 0) / made.scores.length;
  return { ...draft, kind, quality: ((scores - 1) / 4 + 1 - nearest) / 2 };
}

/**
 * Returns the facts of a linked question that passes the safeguards of BenchmarkQED, else null. All facts exist, and there are two or more, here of different
 * text units. Each score is there and at least 4. A bridge has its indirect words in the question, and not the name.
 */
function safeFacts(
  { question, statements, facts, indirect, scores }: ShapeValue<typeof LINKED_QUESTION_SHAPE>,
  group: FactGroup,
  kind: LinkKind,
): readonly Fact[] | null {
  const cited = citedFacts(group, facts);
  if (!cited || statements.length === 0) return null;
  if (new Set(cited.flatMap(({ textUnitIds }) => textUnitIds)).size < 2) return null;
  if (scores.length < LINK_SCORES.length || scores.some((score) => score < LEAST_SCORE)) return null;
  const words = folded(question);
  const isBridge = indirect.length > 0 && indirect.every((one) => words.includes(folded(one)));
  return kind !== 'bridge' || (isBridge && !words.includes(folded(group.title))) ? cited : null;
}

/** A group as it is expected for a price, of so many facts. Its number tells it from others. */
export const expectedGroup = (number: number, facts: number): FactGroup => ({
  ...{ title: 'an entity', documentIds: [] },
  facts: Array.from({ length: facts }, (_, at) => ({
    statement: `${String(number)} ${String(at)} ${'fact '.repeat(EXPECTED_FACT)}`.trim(),
    textUnitIds: [String(at)],
  })),
});

/** Expected tokens of a fact. */
const EXPECTED_FACT = 16;

const THEME = { prompt: GLOBAL_QUESTION, gives: [], reply: GLOBAL_COUNT * 150 };
const COUNT = String(GLOBAL_COUNT);
/** Questions on the themes of a category; none where no reply could be used. ModelErrors of `ask` pass through. */
export async function askGlobalQuestions(
  maker: Judge,
  group: FactGroup,
  language: string,
): Promise<readonly DraftQuestion[]> {
  const values = { title: group.title, facts: shownFacts(group.facts), count: COUNT, language };
  const { documentIds } = group;
  const one = { ...expectedQuestion(values.facts), facts: group.facts.map((_, at) => at + 1) };
  const expected = { questions: Array.from({ length: GLOBAL_COUNT }, () => one) };
  const reply = await tryJudge(maker, { ...THEME, values, shape: GLOBAL_QUESTION_SHAPE, documentIds, expected });
  return (reply?.questions ?? []).flatMap((made) => {
    const facts = citedFacts(group, made.facts);
    if (!facts || made.statements.length === 0) return [];
    const draft = draftOf(maker, { ...made, questionClass: 'global' }, { ...group, facts });
    return [{ ...draft, quality: facts.length / group.facts.length }];
  });
}
