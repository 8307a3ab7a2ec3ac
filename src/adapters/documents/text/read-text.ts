import type { ReadResult } from '../../../core/ports/documents';
import { oneDocument, type OpenSource } from '../read-result';
import { cleanText } from './clean-text';
import { decodeText } from './decode-text';

export function readText(source: OpenSource): ReadResult {
  const text = cleanText(decodeText(source.bytes));
  return oneDocument(source, 'text', { text }, { title: titleLine(text) });
}

/** The first line when it stands alone like a title: short, no sentence, no field of a letter's head. */
function titleLine(text: string): string | undefined {
  const [line = '', blank, ...rest] = text.split('\n', 4);
  const title = line.trim();
  if (blank?.trim() !== '' || rest.length === 0) return undefined;
  if (title.length < 3 || title.length > 90 || title.split(/\s+/u).length > 14) return undefined;
  if (!/^[\p{Lu}\p{Lo}\p{N}“"«]/u.test(title) || /[.,;:!?…。，；：！？\-]$/u.test(title)) return undefined;
  return /[\t|@]|^(from|to|date|subject|dear|page)\b/iu.test(title) ? undefined : title;
}
