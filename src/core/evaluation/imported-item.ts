import { ParseError } from '../errors';
import { message, type Message } from '../message';
import { isRecord } from '../shapes/read-fields';
import { folded } from '../text/folded-text';
import { QUESTION_CLASSES, type Assertion, type QuestionClass } from './evaluation';

/** A question from a file, with what its file knows about it. */
export interface ImportedItem {
  /** Null where the file gives none. */
  readonly id: string | null;
  readonly question: string;
  readonly questionClass: QuestionClass | null;
  readonly reference: string | null;
  readonly assertions: readonly Assertion[];
  /** Ids of text units, or words that stand in them: see {@link evidenceFinder}. */
  readonly evidence: readonly string[];
  /** Null where the file does not say. */
  readonly isApproved: boolean | null;
  /** True where the file has an answer of another program, which is not read: no mode of Burrow gave it. */
  readonly isAnswered: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

/** Fields of a file that is an object in which its questions may stand: RAGChecker's results and inputs, and others. */
const LISTS = ['results', 'input_data', 'questions'] as const;

/**
 * Reads questions from JSON: Burrow's own, RAGChecker's inputs and results, and BenchmarkQED's questions, assertions, answers and retrieval
 * results. Throws ParseError that names the record.
 */
export function readEvaluationJson(json: string): readonly ImportedItem[] {
  const value = parseJson(json);
  const records = isRecord(value) ? LISTS.map((name) => value[name]).find((list) => Array.isArray(list)) : value;
  if (!Array.isArray(records)) throw new ParseError(message`The file holds no list of questions.`);
  return records.map((record: unknown, at) => {
    const where = message`Record ${at + 1}`;
    const fields = typeof record === 'string' ? { question: record } : record;
    if (!isRecord(fields)) throw wrongField(where, message`it is no object with fields`);
    return readItem(fields, where);
  });
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json.replace(/^\uFEFF/u, ''));
  } catch (cause) {
    throw new ParseError(message`The file is not valid JSON.`, { cause, detail: json });
  }
}

/** Reads one question from its fields. Throws ParseError that begins with the place of the record. */
export function readItem(fields: Fields, where: Message): ImportedItem {
  const question = textIn(fields, 'question', 'question_text', 'query', 'text')?.trim();
  if (!question) throw wrongField(where, message`it has no question`);
  // In the files of both programs, and beside a right answer, “answer” is that of a method.
  const isTheirs = textIn(fields, 'question_id', 'query_id') !== null || 'reference' in fields || 'gt_answer' in fields;
  const attributes = isRecord(fields['attributes']) ? fields['attributes'] : {};
  const assertions = listIn({ ...attributes, ...fields }, 'assertions', where);
  return {
    id: textIn(fields, 'id', 'question_id', 'query_id'),
    question,
    questionClass: CLASS_NAMES.get(textIn(fields, 'class', 'question_type') ?? '') ?? null,
    reference: textIn(fields, 'reference', 'gt_answer', ...(isTheirs ? [] : ['answer'])),
    assertions: assertions.map((one, at) => readAssertion(one, at, where)),
    evidence: listIn(fields, 'evidence', where).filter((one) => typeof one === 'string'),
    isApproved: APPROVED[String(fields['approved']).toLowerCase()] ?? null,
    isAnswered: textIn(fields, 'response', ...(isTheirs ? ['answer'] : [])) !== null,
  };
}

const APPROVED: Readonly<Record<string, boolean>> = { true: true, false: false };
/** Classes by their names in Burrow's files and in BenchmarkQED's. */
const CLASS_NAMES: ReadonlyMap<string, QuestionClass> = new Map(
  QUESTION_CLASSES.flatMap((name) => [name, `data_${name}`, `activity_${name}`].map((one) => [one, name] as const)),
);

/** The first of some fields that holds a text that is not blank, or a number. */
function textIn(fields: Fields, ...names: readonly string[]): string | null {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'number') return String(value);
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

function listIn(fields: Fields, name: string, where: Message): readonly unknown[] {
  const value = fields[name] ?? [];
  if (!Array.isArray(value)) throw wrongField(where, message`“${name}” is no list`);
  return value;
}

function readAssertion(value: unknown, at: number, where: Message): Assertion {
  const fields = isRecord(value) ? value : { statement: value };
  const statement = textIn(fields, 'statement');
  if (statement === null) throw wrongField(where, message`assertion ${at + 1} has no statement`);
  const [score, sources] = [fields['score'], fields['sources']];
  const importance = typeof score === 'number' && score >= 1 && score <= 10 ? score : null;
  const textUnitIds = Array.isArray(sources) ? sources.filter((id): id is string => typeof id === 'string') : [];
  return { id: String(at + 1), statement: statement.trim(), importance, textUnitIds };
}

const wrongField = (where: Message, reason: Message): ParseError => new ParseError(message`${where}: ${reason}.`);

/**
 * Returns a function that finds the text units of a mark of evidence: the one with this id, else all that hold these
 * words, whatever their case and white space.
 */
export function evidenceFinder(
  units: readonly { readonly id: string; readonly text: string }[],
): (evidence: string) => readonly string[] {
  const ids = new Set(units.map(({ id }) => id));
  let texts: readonly (readonly [string, string])[] | undefined;
  return (evidence) => {
    if (ids.has(evidence)) return [evidence];
    texts ??= units.map(({ id, text }) => [id, folded(text)]);
    const words = folded(evidence);
    return words === '' ? [] : texts.flatMap(([id, text]) => (text.includes(words) ? [id] : []));
  };
}
