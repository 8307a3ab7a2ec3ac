import { ParseError } from '../../../core/errors';
import type { ReadResult } from '../../../core/ports/documents';
import type { OpenSource } from '../format-reader';
import { FORMATS } from '../formats';
import { isCompound, openCompound, type CompoundEntry } from '../office/compound-file';
import { decodeAs, decodeText } from '../text/decode-text';
import { blocksOfRtf } from '../text/read-rtf';
import { pageEncoding } from '../text/rtf-encodings';
import { mailResult, plainName, type Attached, type Mail } from './read-mail';
import { unpackedRtf } from './unpacked-rtf';

/** Reads a message of Outlook (MS-OXMSG) as mails are read. */
export async function readOutlook(source: OpenSource): Promise<ReadResult> {
  const root = isCompound(source.bytes) ? openCompound(source.bytes) : undefined;
  if (!root?.inside.has(PROPERTIES)) throw new ParseError(FORMATS.outlook.mismatch);
  return mailResult(messageIn(root, ROOT_HEAD, source), source);
}

const PROPERTIES = '__properties_version1.0';
/** Bytes before the properties of the outermost message, of one inside it, and of a recipient or an attachment. */
const [ROOT_HEAD, INNER_HEAD, PART_HEAD] = [32, 24, 8];
/** Numbers of the properties that are read (MS-OXPROPS). */
const ID = {
  subject: 0x0037,
  sent: 0x0039,
  recipientKind: 0x0c15,
  senderName: 0x0c1a,
  senderOther: 0x0c1f,
  delivered: 0x0e06,
  plain: 0x1000,
  rich: 0x1009,
  html: 0x1013,
  name: 0x3001,
  otherAddress: 0x3003,
  file: 0x3701,
  shortName: 0x3704,
  fileName: 0x3707,
  contentId: 0x3712,
  address: 0x39fe,
  htmlPage: 0x3fde,
  codePage: 0x3ffd,
  senderAddress: 0x5d01,
} as const;

/** Types of properties: text in UTF-16 and in a code page, bytes, and a message inside. */
const [UNICODE, CODED, BYTES, OBJECT] = [0x001f, 0x001e, 0x0102, 0x000d];

/** The properties of a message, a recipient or an attachment. */
class Properties {
  readonly #inside: CompoundEntry['inside'];
  readonly #fixed = new Map<number, DataView>();
  /** The encoding of texts that are not in UTF-16; undefined where it has to be guessed. */
  readonly #encoding: string | undefined;

  constructor({ inside }: CompoundEntry, head: number, encoding?: string) {
    this.#inside = inside;
    const bytes = inside.get(PROPERTIES)?.bytes() ?? new Uint8Array();
    for (let at = head; at + 16 <= bytes.length; at += 16) {
      const view = new DataView(bytes.buffer, at, 16);
      this.#fixed.set(view.getUint16(2, true), view);
    }
    this.#encoding = this.encoding(ID.codePage) ?? encoding;
  }

  entry(id: number, type: number): CompoundEntry | undefined {
    const name = [id, type].map((number) => number.toString(16).toUpperCase().padStart(4, '0')).join('');
    return this.#inside.get(`__substg1.0_${name}`);
  }

  bytes(id: number): Uint8Array<ArrayBuffer> | undefined {
    return this.entry(id, BYTES)?.bytes();
  }

  number(id: number): number {
    return this.#fixed.get(id)?.getUint32(8, true) ?? 0;
  }

  /** An encoding that is named by its code page. */
  encoding(id: number): string | undefined {
    return this.#fixed.has(id) ? pageEncoding(this.number(id)) : undefined;
  }

  /** A time in UTC; empty where there is none. Files count tenths of microseconds since 1601. */
  time(id: number): string {
    const since1601 = this.#fixed.get(id)?.getBigUint64(8, true);
    const time = new Date(since1601 ? Number(since1601 / 10_000n) - 11_644_473_600_000 : NaN);
    return Number.isNaN(time.getTime()) ? '' : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  }

  /** The text of the first of these properties that has one. */
  text(...ids: readonly number[]): string {
    for (const id of ids) {
      const wide = this.entry(id, UNICODE)?.bytes();
      const coded = this.entry(id, CODED)?.bytes();
      const text = wide ? decodeAs(wide, 'utf-16le') : coded ? decodeText(coded, this.#encoding) : '';
      if (text.replaceAll('\0', '') !== '') return text.replaceAll('\0', '');
    }
    return '';
  }
}

function messageIn(storage: CompoundEntry, head: number, source: OpenSource): Mail {
  source.onProgress();
  const properties = new Properties(storage, head);
  const partsCalled = (name: string): readonly Properties[] =>
    [...storage.inside]
      .filter(([path]) => path.startsWith(name))
      .map(([, entry]) => new Properties(entry, PART_HEAD, properties.encoding(ID.codePage)));
  const recipients = partsCalled('__recip_version1.0_');
  const addressed = (kind: number): string =>
    recipients
      .filter((one) => one.number(ID.recipientKind) === kind)
      .map((one) => person(one.text(ID.name), one.text(ID.address, ID.otherAddress)))
      .join(', ');
  const html = properties.bytes(ID.html);
  const rich = properties.bytes(ID.rich);
  const attachments = partsCalled('__attach_version1.0_');
  return {
    subject: properties.text(ID.subject).trim(),
    from: person(properties.text(ID.senderName), properties.text(ID.senderAddress, ID.senderOther)),
    to: addressed(1),
    cc: addressed(2),
    date: properties.time(ID.sent) || properties.time(ID.delivered),
    text: properties.text(ID.plain),
    html: html ? decodeText(html, properties.encoding(ID.htmlPage)) : '',
    ...(!html && rich && { rich: () => blocksOfRtf(unpackedRtf(rich), source.onProgress).blocks }),
    attached: attachments.flatMap(attachedFile),
    forwarded: attachments.flatMap((one) => {
      const inner = one.entry(ID.file, OBJECT);
      return inner ? [messageIn(inner, INNER_HEAD, source)] : [];
    }),
  };
}

/** A name with its address. One within an organisation (`/o=...`) says nothing to a person. */
function person(name: string, given: string): string {
  const address = given.startsWith('/') || given === name ? '' : given;
  return name && address ? `${name} <${address}>` : name || address;
}

/** A file that is attached; none for a picture that the words show. */
function attachedFile(attachment: Properties, at: number): readonly Attached[] {
  const content = attachment.bytes(ID.file);
  const name = plainName(attachment.text(ID.fileName, ID.shortName)) || `part ${at + 1}.txt`;
  const isShownInWords = attachment.text(ID.contentId) !== '' && /\.(?:png|jpe?g|gif|bmp)$/iu.test(name);
  return content && !isShownInWords ? [{ name, content }] : [];
}
