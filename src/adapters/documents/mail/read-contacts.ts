import type { ReadResult } from '../../../core/ports/documents';
import type { Block } from '../blocks/block';
import { render } from '../blocks/render';
import { oneDocument, type OpenSource } from '../format-reader';
import { titleFromPath } from '../paths';
import { decodeAs, decodeText } from '../text/decode-text';

/** Reads contacts (vCard 2.1 to 4.0): each under its name, with its fields but for pictures, sounds and keys. */
export function readContacts(source: OpenSource): ReadResult {
  return oneDocument(source, render(contactBlocks(decodeText(source.bytes))), { title: titleFromPath(source.path) });
}

/** A line: group, name, parameters, value. */
const LINE = /^(?:[\w-]+\.)?([A-Za-z][\w-]*)((?:;[^:]*)?):(.*)$/su;

/** Fields that are not for people. */
const UNREAD = /^(?:BEGIN|END|VERSION|PRODID|UID|REV|PHOTO|LOGO|SOUND|KEY|SOURCE|CLIENTPIDMAP|X-.*)$/u;

function* contactBlocks(text: string): Generator<Block> {
  let fields: { readonly name: string; readonly value: string }[] = [];
  for (const line of wholeLines(text)) {
    const [, given = '', parameters = '', value = ''] = LINE.exec(line) ?? [];
    const name = given.toUpperCase();
    if (name === 'END') {
      yield* blocksOf(fields);
      fields = [];
    } else if (name && !UNREAD.test(name) && !/ENCODING=(?:b|base64)(?:;|$)/iu.test(parameters)) {
      fields.push({ name, value: valueOf(value, parameters) });
    }
  }
  yield* blocksOf(fields);
}

/** Lines as they were before they were folded: they go on with a blank, or behind the sign of quoted-printable. */
function* wholeLines(text: string): Generator<string> {
  let pieces: string[] = [];
  let isQuoted = false;
  for (const line of text.replace(/\r\n?/gu, '\n').split('\n')) {
    const last = pieces.at(-1) ?? '';
    if (isQuoted && last.endsWith('=')) pieces.splice(-1, 1, last.slice(0, -1), line);
    else if (/^[ \t]/u.test(line)) pieces.push(line.slice(1));
    else {
      yield pieces.join('');
      pieces = [line];
      isQuoted = /^[^:]*[;=]QUOTED-PRINTABLE/iu.test(line);
    }
  }
  yield pieces.join('');
}

function* blocksOf(fields: readonly { readonly name: string; readonly value: string }[]): Generator<Block> {
  const named = fields.find(({ name }) => name === 'FN') ?? fields.find(({ name }) => name === 'N' || name === 'ORG');
  if (named) yield { kind: 'heading', level: 2, text: named.value };
  for (const field of fields) if (field !== named && field.name !== 'N') yield { kind: 'field', ...field };
}

/** A value in words: its parts by commas, its escapes undone. */
function valueOf(value: string, parameters: string): string {
  const isQuoted = /QUOTED-PRINTABLE/iu.test(parameters);
  const charset = /CHARSET=([\w-]+)/iu.exec(parameters)?.[1] ?? 'utf-8';
  return (isQuoted ? unquoted(value, charset) : value)
    .replace(/^(?:mailto|tel):/iu, '')
    .replace(/\\([n,;\\:])|;/giu, (_, sign: string | undefined) => (sign ? sign.replace(/n/iu, '\n') : PART_END))
    .split(PART_END)
    .filter((part) => part.trim() !== '')
    .join(', ');
}

/** Stands in no value. */
const PART_END = '\0';

function unquoted(value: string, charset: string): string {
  const bytes = value.replace(/=([0-9A-F]{2})/giu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const isKnown = /^(?:utf-8|iso-8859-\d+|windows-\d+|us-ascii|shift_jis|gb\w*|big5|euc-\w+|koi8-\w)$/iu.test(charset);
  return decodeAs(
    Uint8Array.from(bytes, (sign) => sign.charCodeAt(0)),
    isKnown ? charset : 'utf-8',
  );
}
