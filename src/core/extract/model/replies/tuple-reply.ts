import { LONGEST, withoutThoughts } from '../../../shapes/parse-reply';
import { readField } from '../../../shapes/read-fields';
import { Repairs } from '../../../shapes/repairs';
import type { ShapeValue } from '../../../shapes/shape';
import { MAX_NAME_LENGTH } from './compact-reply';
import type { fullShape } from './full-reply';
import type { ReplyLines } from './parsed-reply';

type Shape = ReturnType<typeof fullShape>;
type Line = ShapeValue<Shape>[number];

/** `<|>`, what models make of it, and the placeholder itself where they copy it. */
const DELIMITER = /<\|[^\w\s<>]{0,3}>|<\||\|>|<>|\{tuple_delimiter\}/u;
/**
 * The beginning of a record: after a bracket, at the beginning of a line or after `##`. In brackets and quotes, other signs may separate its
 * fields.
 */
const RECORD = new RegExp(
  `(?:^[^\\p{L}\\n]{0,9}|##\\s*|[([]\\s*)["'“”‘’\`]?(?<tag>entity|relationship|relation)["'“”‘’\`]?\\s*(?:${DELIMITER.source}|(?<=[([]\\s*["']\\w+["']\\s*)(?<sign>[|,]))`,
  'gimu',
);
/** The end of a record, or what comes after one whose bracket is missing. */
const CLOSED = /[)\]]\s*(?:##|\{\w+_delimiter\}|<\||```|\n|$)/u;
const UNCLOSED = /##|\{\w+_delimiter\}|<\|COMPLETE|```|\n[^\S\n]*\n/u;
const QUOTED = /^["'“‘`](.*)["'”’`]$/su;
const LIST_ITEM = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[\d.]+/gu;
const SIGNS: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'" };

/**
 * Reads GraphRAG's own form (A4), whatever of its signs is missing: `("entity"<|>NAME<|>TYPE<|>DESCRIPTION)` and
 * `("relationship"<|>A<|>B<|>DESCRIPTION<|>9)`. Its records cite no sentences; a missing strength is 0. An open record at the end of a cut
 * reply is left out. Undefined without any record.
 */
export function readTuples(shape: Shape, reply: string, isCut: boolean): ReplyLines<Shape> | undefined {
  const repairs = new Repairs();
  const text = withoutThoughts(reply.slice(0, LONGEST), repairs);
  const starts = [...text.matchAll(RECORD)];
  if (starts.length === 0) return undefined;
  const lines = starts.flatMap((match, at): Line[] => {
    const next = starts[at + 1];
    const body = text.slice(match.index + match[0].length, next?.index);
    const { fields, isClosed } = fieldsOf(body, match.groups?.['sign']);
    if (isCut && !next && !isClosed) return [];
    const line = match.groups?.['tag']?.toLowerCase() === 'entity' ? entityLine(fields) : relationLine(shape, fields);
    if (!line) repairs.note('dropped');
    return line ? [line] : [];
  });
  if (isCut || lines.length > shape.max) repairs.note('cut');
  return { lines: lines.slice(0, shape.max), repairs: repairs.list };
}

interface Fields {
  readonly fields: readonly string[];
  readonly isClosed: boolean;
}

function fieldsOf(body: string, sign: string | undefined): Fields {
  const whole = body.replace(/<\|COMPLETE\|>[^]*$|\{completion_delimiter\}[^]*$/iu, '\n');
  const parts = sign === ',' ? (whole.match(LIST_ITEM) ?? []) : whole.split(sign ?? new RegExp(DELIMITER, 'gu'));
  const last = parts.at(-1) ?? '';
  const end = CLOSED.exec(last)?.index ?? UNCLOSED.exec(last)?.index ?? last.length;
  return { fields: [...parts.slice(0, -1), last.slice(0, end)].map(plain), isClosed: CLOSED.test(whole) };
}

/** One line without quotes, control characters and HTML's entities, as GraphRAG cleans a field. */
const plain = (field: string): string =>
  field
    .trim()
    .replace(QUOTED, '$1')
    .replace(/&(#?\w+);/gu, (whole, name: string) => SIGNS[name.toLowerCase()] ?? whole)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

function entityLine([name = '', type = '', ...rest]: readonly string[]): Line | undefined {
  if (!isName(name)) return undefined;
  return { tag: 'entity', name, type, sentences: [], description: rest.join(' ').trim() };
}

function relationLine({ records }: Shape, [source = '', target = '', ...rest]: readonly string[]): Line | undefined {
  if (!isName(source) || !isName(target)) return undefined;
  const last = rest.length > 1 ? readField(records.relation.fields.strength, rest.at(-1), new Repairs()) : undefined;
  const strength = typeof last === 'number' ? last : 0;
  const description = (strength > 0 ? rest.slice(0, -1) : rest).join(' ').trim();
  return { tag: 'relation', source, target, strength, sentences: [], description };
}

const isName = (name: string): boolean => name !== '' && name.length <= MAX_NAME_LENGTH;
