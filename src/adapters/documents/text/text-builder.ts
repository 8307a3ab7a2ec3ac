import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { Heading } from '../../../core/tables/documents';
import { LIMITS, sizeInWords } from '../limits';
import { cleanText, oneLine } from './clean-text';

/** Builds a document's text block by block, with the offsets of its headings and pages. */
export interface TextBuilder {
  /** A paragraph, apart from the one before by an empty line. */
  paragraph(text: string, options?: ParagraphOptions): void;
  heading(level: number, text: string): void;
  /** Starts a new page. */
  page(): void;
  finish(): BuiltText;
}

interface ParagraphOptions {
  /** Starts on the next line, without an empty line before. */
  readonly tight?: boolean;
  /** Offsets in `text` at which further pages start; the text must be clean already. */
  readonly pageStarts?: readonly number[];
}

export interface BuiltText {
  readonly text: string;
  readonly headings: readonly Heading[];
  readonly page_starts: readonly number[];
}

export function textBuilder(): TextBuilder {
  const parts: string[] = [];
  const headings: Heading[] = [];
  const pageStarts: number[] = [];
  let length = 0;
  let pages = 0;
  const append = (text: string, separator: string): number => {
    if (length > 0) {
      parts.push(separator);
      length += separator.length;
    }
    const start = length;
    while (pageStarts.length < pages) pageStarts.push(start);
    parts.push(text);
    length += text.length;
    if (length > LIMITS.extractedText)
      throw new ParseError(message`It holds more than ${sizeInWords(LIMITS.extractedText)} of text.`);
    return start;
  };
  return {
    paragraph: (raw, options) => {
      const text = cleanText(raw);
      if (!text) return;
      const start = append(text, options?.tight ? '\n' : '\n\n');
      for (const offset of options?.pageStarts ?? []) pageStarts.push(start + offset);
      pages = pageStarts.length;
    },
    heading: (level, raw) => {
      const text = oneLine(raw);
      if (text) headings.push({ start: append(text, '\n\n'), level, text });
    },
    page: () => {
      pages += 1;
    },
    finish: () => {
      while (pageStarts.length < pages) pageStarts.push(length);
      return { text: parts.join(''), headings, page_starts: pageStarts };
    },
  };
}
