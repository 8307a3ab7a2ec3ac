import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { ParseError, reasonOf } from '../../../core/errors';
import { message } from '../../../core/message';
import type { Members, ReadResult } from '../../../core/ports/documents';
import type { Block } from '../blocks/block';
import { render } from '../blocks/render';
import { oneDocument, type OpenSource } from '../format-reader';
import { LIMITS } from '../limits';
import { readPage } from '../markup/read-html';
import { TOO_DEEP } from '../read-zip';
import { hasWords } from '../text/clean-text';
import { refuseUnsupported, unsupportedByName } from '../unsupported-formats';
import { joinFlowedLines } from './flowed-text';

/** Reads a mail (RFC 5322 with MIME): its head and its words. What is attached to it becomes files of their own. */
export async function readMail(source: OpenSource): Promise<ReadResult> {
  const mail = await parse(source);
  const subject = mail.subject?.trim() ?? '';
  const date = dateOf(mail);
  const from = addressesIn(mail.from ? [mail.from] : []);
  const people = { from, to: addressesIn(mail.to), cc: addressesIn(mail.cc) };
  const attached = mail.attachments.filter(isAttached);
  const blocks: Block[] = [
    ...(subject ? [{ kind: 'heading', level: 1, text: subject } as const] : []),
    ...headFields({ ...people, date, attached: attached.map(nameOf).join(', ') }),
    ...bodyOf(mail, source),
  ];
  const attributes = Object.fromEntries(Object.entries({ ...people, date }).filter(([, value]) => value !== ''));
  const result = oneDocument(source, render(blocks), { title: subject, attributes });
  return attached.length > 0 ? { ...result, ...membersOf(attached, source) } : result;
}

/** Reads a page that a browser saved in one file (MHTML). */
export async function readSavedPage(source: OpenSource): Promise<ReadResult> {
  const { html = '', text = '', subject = '' } = await parse(source);
  const { blocks, title } = html ? readPage(html, source.onProgress) : { blocks: paragraphs(text), title: '' };
  return oneDocument(source, render(blocks), { title: title || subject, unmarked: 'some' });
}

async function parse({ bytes }: OpenSource): Promise<Email> {
  try {
    const parser = new PostalMime({ attachmentEncoding: 'arraybuffer', forceRfc822Attachments: true });
    mendFlowedText(parser);
    return await parser.parse(bytes);
  } catch (cause) {
    throw new ParseError(
      message`It is a mail that is damaged: its parts cannot be told apart. Save it again from the mail program.`,
      { cause },
    );
  }
}

/** Has the library join lines by their depth of quoting: postal-mime 4.0.0 joins what one person wrote to what another wrote below. */
function mendFlowedText(parser: PostalMime): void {
  const part: unknown = Reflect.get(parser, 'root');
  if (part instanceof Object)
    Object.assign(Object.getPrototypeOf(part) as object, { decodeFlowedText: joinFlowedLines });
}

function* headFields({
  from,
  to,
  cc,
  date,
  attached,
}: Readonly<Record<'from' | 'to' | 'cc' | 'date' | 'attached', string>>): Generator<Block> {
  yield { kind: 'field', name: 'From', value: from };
  yield { kind: 'field', name: 'To', value: to };
  yield { kind: 'field', name: 'Cc', value: cc };
  yield { kind: 'field', name: 'Date', value: date };
  yield { kind: 'field', name: 'Attachments', value: attached };
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
function bodyOf({ html = '', text = '' }: Email, source: OpenSource): readonly Block[] {
  const plain = paragraphs(text);
  if (!html) return plain;
  const { blocks } = readPage(html, source.onProgress);
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
  const name = (filename ?? '')
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\\/\p{Cc}]/gu, ' ')
    .trim()
    .toWellFormed();
  return name || `part ${at + 1}${ENDINGS[mimeType] ?? '.txt'}`;
}

function membersOf(attached: readonly Attachment[], { path }: OpenSource): Members {
  const members: { path: string; bytes: Uint8Array }[] = [];
  const refused: Members['refused'][number][] = [];
  const isDeep = path.split('!/').length >= LIMITS.zipDepth;
  const taken = new Set<string>();
  for (const [at, one] of attached.entries()) {
    const given = nameOf(one, at);
    let name = given;
    for (let number = at + 1; taken.has(name); number += 1) name = `${number} ${given}`;
    taken.add(name);
    const unsupported = unsupportedByName(name);
    if (isDeep) refused.push({ path: name, reason: TOO_DEEP });
    else if (unsupported) refused.push({ path: name, reason: reasonOf(refuseUnsupported(unsupported)) });
    else members.push({ path: name, bytes: bytesOf(one.content) });
  }
  return { members, refused };
}

const bytesOf = (content: Attachment['content']): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
