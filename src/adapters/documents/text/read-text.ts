import type { ReadResult } from '../../../core/ports';
import { oneDocument, type OpenSource } from '../read-result';
import { cleanText } from './clean-text';
import { decodeText } from './decode-text';

export function readText(source: OpenSource): ReadResult {
  return oneDocument(source, 'text', { text: cleanText(decodeText(source.bytes)) });
}
