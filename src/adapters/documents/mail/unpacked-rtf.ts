import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import { LIMITS } from '../limits';

/** Text that every reader and writer has in its window before the first byte. */
const WINDOW_START =
  '{\\rtf1\\ansi\\mac\\deff0\\deftab720{\\fonttbl;}{\\f0\\fnil \\froman \\fswiss \\fmodern \\fscript \\fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\\colortbl\\red0\\green0\\blue0\r\n\\par \\pard\\plain\\f0\\fs20\\b\\i\\u\\tab\\tx';
const WINDOW = 4096;
const PACKED = 0x75465a4c;
const PLAIN = 0x414c454d;
const HEAD = 16;

/** Unpacks rich text of Outlook (MS-OXRTFCP) to its bytes as Latin-1. Throws ParseError where it is damaged. */
export function unpackedRtf(bytes: Uint8Array<ArrayBuffer>): string {
  if (bytes.length < HEAD) return '';
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const kind = view.getUint32(8, true);
  const size = view.getUint32(4, true);
  if (kind === PLAIN) return new TextDecoder('latin1').decode(bytes.subarray(HEAD, HEAD + size));
  if (kind !== PACKED || size > LIMITS.zipEntry) throw new ParseError(DAMAGED);
  return new TextDecoder('latin1').decode(unpack(bytes, Math.min(size, bytes.length * MOST_TIMES)));
}

const DAMAGED = message`Its rich text is damaged. Save it as .eml, HTML or text in a mail program and add that.`;
/** Most times the packed size: two bytes stand for 17. */
const MOST_TIMES = 9;

/** Each flag's bits tell whether one byte follows as it is, or two that name a run of the window before. */
function unpack(bytes: Uint8Array, size: number): Uint8Array {
  const whole = new Uint8Array(WINDOW_START.length + size);
  whole.set(new TextEncoder().encode(WINDOW_START));
  let to = WINDOW_START.length;
  for (let at = HEAD; at < bytes.length && to < whole.length;) {
    const flags = bytes[at++] ?? 0;
    for (let bit = 0; bit < 8 && to < whole.length; bit += 1) {
      if (!((flags >> bit) & 1)) {
        whole[to++] = bytes[at++] ?? 0;
        continue;
      }
      const run = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      at += 2;
      const offset = run >> 4;
      const back = (((to % WINDOW) - offset + WINDOW - 1) % WINDOW) + 1;
      if (offset === to % WINDOW) return whole.subarray(WINDOW_START.length, to);
      for (let left = (run & 15) + 2; left > 0 && to < whole.length; left -= 1, to += 1)
        whole[to] = whole[to - back] ?? 0;
    }
  }
  return whole.subarray(WINDOW_START.length, to);
}
