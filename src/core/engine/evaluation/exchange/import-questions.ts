import type { Assertion, EvaluationQuestion } from '../../../evaluation/evaluation';
import { evidenceFinder, readEvaluationJson, type ImportedItem } from '../../../evaluation/imported-item';
import { readQuestionRows } from '../../../evaluation/question-set';
import { ParseError } from '../../../errors';
import { message, presentMessages, type Message } from '../../../message';
import type { OpenCollection } from '../../collections/open-collection';
import type { EngineEnv } from '../../env';
import type { ImportedEvaluation } from '../evaluation-calls';
import { keepQuestions, questionsOf } from '../question-set';

/** The most characters of a question, and of an id that a question keeps from its file. */
const LONGEST = 4000;
const LONGEST_ID = 100;

type Env = Pick<EngineEnv, 'parseCsv' | 'newId'>;

/** Adds the questions of a JSON or CSV file, by its name, else a question a line. Throws ParseError. */
export async function importQuestions(
  env: Env,
  open: OpenCollection,
  name: string,
  bytes: Blob,
): Promise<ImportedEvaluation> {
  const text = new TextDecoder().decode(new Uint8Array(await bytes.arrayBuffer()));
  const items = /\.json$/iu.test(name)
    ? readEvaluationJson(text)
    : /\.[ct]sv$/iu.test(name)
      ? readQuestionRows(await env.parseCsv(text))
      : null;
  const questions = new Map((await questionsOf(open)).map((one) => [one.question.trim(), one]));
  const before = new Map(questions);
  const ids = new Set([...questions.values()].map(({ id }) => id));
  const evidenceOf = evidenceFinder(open.tables.text_units);
  const origin = items ? 'imported' : 'typed';
  for (const [at, item] of (items ?? linesOf(text)).entries()) {
    if (item.question.length > LONGEST)
      throw new ParseError(message`Question ${at + 1} has ${item.question.length} characters. It may have ${LONGEST}.`);
    const known = questions.get(item.question) ?? newQuestion(item, idFor(env, item, ids), origin);
    ids.add(known.id);
    questions.set(item.question, completed(env, known, item, evidenceOf));
  }
  const gained = [...questions].filter(([words, one]) => JSON.stringify(before.get(words)) !== JSON.stringify(one));
  await keepQuestions(
    open,
    gained.map(([, one]) => one),
  );
  const changed = gained.filter(([words]) => before.has(words)).length;
  return { added: gained.length - changed, changed, notes: notesOn(items ?? [], evidenceOf) };
}

type Line = Pick<ImportedItem, 'question'> & Partial<ImportedItem>;

const linesOf = (text: string): readonly Line[] =>
  text.split('\n').flatMap((line) => (line.trim() ? [{ question: line.trim() }] : []));

/** The id of a new question: its file's, by which other programs join their files, where no other question has that. */
const idFor = ({ newId }: Env, { id }: Line, taken: ReadonlySet<string>): string =>
  id && id.length <= LONGEST_ID && !taken.has(id) ? id : newId();

/** A question that is approved by adding it, unless its file says otherwise. */
const newQuestion = ({ question, isApproved }: Line, id: string, origin: 'imported' | 'typed'): EvaluationQuestion => ({
  ...{ id, question, questionClass: null, origin, reference: null },
  ...{ assertions: [], evidence: [], isApproved: isApproved ?? true, madeBy: null },
});

/** A question with what it lacks and a file has. */
function completed(
  { newId }: Env,
  known: EvaluationQuestion,
  { questionClass = null, reference = null, assertions = [], evidence = [] }: Line,
  evidenceOf: (evidence: string) => readonly string[],
): EvaluationQuestion {
  const statements = new Set(known.assertions.map(({ statement }) => statement));
  const added: readonly Assertion[] = assertions
    .filter(({ statement }) => !statements.has(statement))
    .map((one) => ({ ...one, id: newId(), textUnitIds: one.textUnitIds.flatMap(evidenceOf) }));
  return {
    ...known,
    questionClass: known.questionClass ?? questionClass,
    reference: known.reference ?? reference,
    assertions: [...known.assertions, ...added],
    evidence: [...new Set([...known.evidence, ...evidence.flatMap(evidenceOf)])],
  };
}

function notesOn(
  items: readonly ImportedItem[],
  evidenceOf: (evidence: string) => readonly string[],
): readonly Message[] {
  const lost = items.flatMap(({ evidence }) => evidence).filter((one) => evidenceOf(one).length === 0);
  const answers = items.filter(({ isAnswered }) => isAnswered).length;
  return presentMessages(
    lost.length > 0 && message`Evidence that is nowhere in the documents was left out: ${lost.length}.`,
    answers > 0 && message`Answers of the file were left out, since every mode gives its own: ${answers}.`,
    answers > 0 &&
      items.every(({ reference }) => reference === null) &&
      message`No right answer was read. In such a file it is called “reference” or “gt_answer”.`,
  );
}
