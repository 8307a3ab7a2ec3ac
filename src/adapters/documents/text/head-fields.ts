/**
 * Distance from the top within which fields may stand: above a book there may be a notice first, above a mail there is
 * nothing.
 */
const REACH = 4000;
const MOST_FIELDS = 40;

const field = /^([\p{L}][\p{L}\p{M}\p{N} ._-]{0,40}?)[ \u00a0]?[:：][ \t\u3000]*(.*)$/u;
const book =
  /^(?:author|translator|editor|illustrator|contributor|release date|posting date|language|credits|produced by)$/iu;

interface Field {
  readonly name: string;
  readonly value: string;
}

/**
 * The title in the fields at the head of a text: "Title:" as Project Gutenberg writes it, or the subject of a mail. The names are those of the
 * formats; a mail in another language has its subject in the last field that is neither an address nor a date.
 */
export function titleInFields(text: string): string | undefined {
  const head = text.slice(0, REACH);
  const title = titleOfBook(head) ?? subjectOfMail(head);
  return title !== undefined && encodedWord.test(title) ? undefined : title;
}

/** Words of a raw mail that are no text yet (RFC 2047). */
const encodedWord = /=\?[\w*-]+\?[bq]\?/iu;

function titleOfBook(head: string): string | undefined {
  const lines = head.split('\n');
  const at = lines.findIndex((line) => /^title:\s*\S/iu.test(line));
  if (at < 0) return undefined;
  const fields = fieldsOf(lines.slice(at).filter((line) => line.trim() !== ''));
  return fields.some(({ name }) => book.test(name)) ? fields[0]?.value : undefined;
}

function subjectOfMail(head: string): string | undefined {
  const [top = ''] = head.trimStart().split(/\n[ \t]*\n/u, 1);
  const lines = top.replace(/^From \S+ .*\n/u, '').split('\n');
  const fields = fieldsOf(lines);
  const named = fields.find(({ name }) => /^subject$/iu.test(name))?.value;
  if (named && fields.some(({ name }) => /^(?:from|to|date|sent)$/iu.test(name))) return named;
  const hasAddress = fields.some(({ value }) => /\S@\S+\.\S/u.test(value));
  if (fields.length < 3 || !hasAddress || isBroken(lines)) return undefined;
  return fields.findLast(({ value }) => value !== '' && !value.includes('@') && !isDate(value))?.value;
}

/** Fields from the first line on, each with what continues it on indented lines, up to a line that is none. */
function fieldsOf(lines: readonly string[]): readonly Field[] {
  const fields: Field[] = [];
  for (const line of lines.slice(0, MOST_FIELDS)) {
    const last = fields.at(-1);
    const [, name, value = ''] = /^\s/u.test(line) ? [] : (field.exec(line) ?? []);
    if (name !== undefined) fields.push({ name, value: value.trim() });
    else if (last && /^\s+\S/u.test(line))
      fields[fields.length - 1] = { ...last, value: `${last.value} ${line.trim()}`.trim() };
    else break;
  }
  return fields;
}

const isBroken = (lines: readonly string[]): boolean => lines.some((line) => !/^\s/u.test(line) && !field.test(line));

/** More digits than a title has: a date, a time or a number. */
function isDate(value: string): boolean {
  const digits = value.match(/\p{Nd}/gu)?.length ?? 0;
  return digits >= 4 && digits * 2 >= (value.match(/\p{L}/gu)?.length ?? 0) / 2;
}
