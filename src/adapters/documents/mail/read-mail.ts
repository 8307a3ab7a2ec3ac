import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { ParseError, reasonOf } from '../../../core/errors';
import { message } from '../../../core/message';
import type { Members, ReadResult } from '../../../core/ports/documents';
import type { Block } from '../blocks/block';
import { render } from '../blocks/render';
import { oneDocument, type OpenSource } from '../format-reader';
import { LIMITS } from '../limits';
import { readPage } from '../markup/read-html';
import { detectFormat } from '../detect-format';
import type { Format } from '../formats';
import { TOO_DEEP } from '../read-zip';
import { hasWords } from '../text/clean-text';
import { refuseUnsupported, unsupportedByName } from '../unsupported-formats';
import { joinFlowedLines } from './flowed-text';

/** A message with its words and what is attached, whatever its form. People and the date are in words. */
export interface Mail {
  readonly subject: string;
  readonly from: string;
  readonly to: string;
  readonly cc: string;
  readonly date: string;
  readonly text: string;
  readonly html: string;
  /** The words as rich text, where there is no version in HTML. */
  readonly rich?: () => readonly Block[];
  readonly attached: readonly Attached[];
  /** Messages in it that are no files of their own. */
  readonly forwarded?: readonly Mail[];
}

export interface Attached {
  readonly name: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

/** Reads a mail (RFC 5322 with MIME): its head and its words. What is attached to it becomes files of their own. */
export async function readMail(source: OpenSource): Promise<ReadResult> {
  const mail = await parse(source);
  const { subject = '', text = '', html = '' } = mail;
  const people = {
    from: addressesIn(mail.from ? [mail.from] : []),
    to: addressesIn(mail.to),
    cc: addressesIn(mail.cc),
  };
  const attached = mail.attachments
    .filter(isAttached)
    .map((one, at) => ({ name: nameOf(one, at), content: bytesOf(one.content) }));
  return mailResult({ subject: subject.trim(), ...people, date: dateOf(mail), text, html, attached }, source);
}

/** The result of a mail: one document, with what is attached as members beside it. */
export async function mailResult(mail: Mail, source: OpenSource): Promise<ReadResult> {
  const { subject, from, to, cc, date } = mail;
  const attributes = Object.fromEntries(Object.entries({ from, to, cc, date }).filter(([, value]) => value !== ''));
  const result = oneDocument(source, render(mailBlocks(mail, source)), { title: subject, attributes });
  const attached = attachedTo(mail);
  return attached.length > 0 ? { ...result, ...(await membersOf(attached, source)) } : result;
}

const attachedTo = ({ attached, forwarded = [] }: Mail): readonly Attached[] => [
  ...attached,
  ...forwarded.flatMap(attachedTo),
];

function* mailBlocks(mail: Mail, source: OpenSource): Generator<Block> {
  if (mail.subject) yield { kind: 'heading', level: 1, text: mail.subject };
  yield { kind: 'field', name: 'From', value: mail.from };
  yield { kind: 'field', name: 'To', value: mail.to };
  yield { kind: 'field', name: 'Cc', value: mail.cc };
  yield { kind: 'field', name: 'Date', value: mail.date };
  yield { kind: 'field', name: 'Attachments', value: mail.attached.map(({ name }) => name).join(', ') };
  yield* bodyOf(mail, source);
  for (const inner of mail.forwarded ?? []) yield* mailBlocks(inner, source);
}

/** Reads a page that a browser saved in one file (MHTML). */
export async function readSavedPage(source: OpenSource): Promise<ReadResult> {
  const { blocks, title } = await savedPage(source);
  return oneDocument(source, render(blocks), { title, unmarked: 'some' });
}

/** Blocks and title of such a page. */
export async function savedPage(source: OpenSource): Promise<{ blocks: readonly Block[]; title: string }> {
  const { html = '', text = '', subject = '' } = await parse(source);
  const { blocks, title } = html ? readPage(html, source.onProgress) : { blocks: paragraphs(text), title: '' };
  return { blocks, title: title || subject };
}

async function parse({ bytes, onProgress }: OpenSource): Promise<Email> {
  const lines = linesOf(bytes);
  if (lines > LIMITS.mailLines)
    throw new ParseError(
      message`It has more than ${LIMITS.mailLines} lines. Save what is attached to it as files of their own and add these.`,
    );
  try {
    const parser = new PostalMime({ attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true });
    mendFlowedText(parser);
    tellProgress(parser, lines, onProgress);
    return await parser.parse(bytes);
  } catch (cause) {
    throw new ParseError(isOverLimit(cause) ? TOO_MANY_PARTS : DAMAGED, { cause });
  }
}

const DAMAGED = message`It is a mail that is damaged: its parts cannot be told apart. Save it again from the mail program.`;
const TOO_MANY_PARTS = message`It has too many parts, or they are nested too deeply, as in no mail that a program writes.`;

/** Recognises the errors of postal-mime 4.0.0 at more than 256 parts in one another, and 2 MB of heads. */
const isOverLimit = (cause: unknown): boolean =>
  cause instanceof Error && /^Maximum \S+ .*exceeded$/u.test(cause.message);

const NEWLINE = 10;

function linesOf(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
  return lines;
}

/** Lines between two signs of life. */
const STRIDE = 10_000;

/** Has the library tell how far it is: postal-mime 4.0.0 takes about ten seconds of a busy processor for a million lines. */
function tellProgress(parser: PostalMime, lines: number, onProgress: OpenSource['onProgress']): void {
  const inner: unknown = Reflect.get(parser, 'processLine');
  if (!(inner instanceof Function)) return;
  let line = 0;
  const processLine = (...given: readonly unknown[]): unknown => {
    line += 1;
    if (line % STRIDE === 0) onProgress(Math.min(1, line / lines));
    return Reflect.apply(inner, parser, given);
  };
  Object.assign(parser, { processLine });
}

/** Has the library join lines by their depth of quoting: postal-mime 4.0.0 joins what one person wrote to what another wrote below. */
function mendFlowedText(parser: PostalMime): void {
  const part: unknown = Reflect.get(parser, 'root');
  if (part instanceof Object)
    Object.assign(Object.getPrototypeOf(part) as object, { decodeFlowedText: joinFlowedLines });
}

/** The sender's own time and how far it is from UTC: `2026-03-02 10:15 +01:00`. Empty where there is none. */
function dateOf({ headers, date = '' }: Email): string {
  const written = headers.find(({ key }) => key === 'date')?.value ?? '';
  const time = Date.parse(date);
  if (Number.isNaN(time)) return date;
  const [, sign = '+', hours = '00', minutes = '00'] = /([+-])(\d\d)(\d\d)\s*(?:\([^()]*\)\s*)?$/u.exec(written) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const local = new Date(time + ahead * 60_000).toISOString().slice(0, 16).replace('T', ' ');
  return `${local} ${ahead === 0 ? 'UTC' : `${sign}${hours}:${minutes}`}`;
}

/** The version of the mail that says more; of two that say the same the one with tables and headings. */
function bodyOf({ text, html, rich }: Mail, source: OpenSource): readonly Block[] {
  const plain = paragraphs(text);
  if (!html && !rich) return plain;
  const blocks = html ? readPage(html, source.onProgress).blocks : (rich?.() ?? []);
  const size = (some: readonly Block[]): number => render(some).text.replace(/\s+/gu, '').length;
  return hasWords(text) && size(plain) > MORE * size(blocks) ? plain : blocks;
}

/** Times as long as the other one that a version must be, so that it says more. */
const MORE = 1.1;

const paragraphs = (text: string): readonly Block[] =>
  text.split(/\n[ \t]*(?:\r?\n[ \t]*)+/u).map((paragraph) => ({ kind: 'paragraph', text: paragraph }));

function addressesIn(addresses: readonly Address[] = []): string {
  return addresses
    .map(({ name, address, group }) => {
      if (group) return [name, addressesIn(group)].filter(Boolean).join(': ');
      return name && address ? `${name} <${address}>` : name || address || '';
    })
    .filter(Boolean)
    .join(', ');
}

/** Pictures that a page shows are no attachments. */
const isAttached = ({ related, disposition, mimeType }: Attachment): boolean =>
  !(related && mimeType.startsWith('image/')) && !(disposition === 'inline' && mimeType.startsWith('image/'));

const ENDINGS: Readonly<Record<string, string>> = {
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
  'text/html': '.html',
  'text/vcard': '.vcf',
};

function nameOf({ filename, mimeType }: Attachment, at: number): string {
  return plainName(filename) || `part ${at + 1}${ENDINGS[mimeType] ?? '.txt'}`;
}

/** The name that a file is given, without signs that have a meaning in a path. */
export function plainName(name: string | null = ''): string {
  return (name ?? '')
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\\/\p{Cc}]/gu, ' ')
    .trim()
    .toWellFormed();
}

async function membersOf(attached: readonly Attached[], { path }: OpenSource): Promise<Members> {
  const members: { path: string; bytes: Uint8Array }[] = [];
  const refused: Members['refused'][number][] = [];
  const isDeep = path.split('!/').length >= LIMITS.zipDepth;
  const taken = new Set<string>();
  for (const [at, { name: given, content }] of attached.entries()) {
    let name = given;
    for (let number = at + 1; taken.has(name); number += 1) name = `${number} ${given}`;
    taken.add(name);
    const unsupported = unsupportedByName(name);
    if (isDeep && (await holdsFiles(name, content))) refused.push({ path: name, reason: TOO_DEEP });
    else if (unsupported) refused.push({ path: name, reason: reasonOf(refuseUnsupported(unsupported)) });
    else members.push({ path: name, bytes: content });
  }
  return { members, refused };
}

/** Checks for an archive or a mail, by its bytes; what is not read at all says so itself. */
async function holdsFiles(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const format: Format | null = await detectFormat(name, bytes).catch(() => null);
  return format?.holdsFiles === true;
}

const bytesOf = (content: Attachment['content']): Uint8Array<ArrayBuffer> =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
