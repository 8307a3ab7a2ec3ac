import { Document, LevelFormat, Packer } from 'docx';
import { Marked } from 'marked';
import { takeFootnotes } from './footnotes';
import { blocksOf, paragraphOf } from './word-blocks';
import type { WordParts } from './word-parts';

const FONT = 'Georgia';
/** Half points. */
const SIZE = 22;

/** A Word file of Markdown with footnotes. */
export async function writeWord(markdown: string): Promise<Blob> {
  const { text, notes } = takeFootnotes(markdown);
  const numbers = new Map([...notes.keys()].map((label, at) => [label, at + 1]));
  const parts: WordParts = { numbers, starts: [] };
  const reader = new Marked({ breaks: true });
  const children = blocksOf(reader.lexer(text), parts);
  const footnotes = Object.fromEntries(
    [...notes].map(([label, words]) => [
      String(numbers.get(label)),
      { children: [paragraphOf(reader.lexer(words), parts)] },
    ]),
  );
  const file = new Document({
    creator: 'Burrow',
    styles: STYLES,
    footnotes,
    numbering: { config: parts.starts.map((start, at) => ({ reference: `list-${at}`, levels: levelsFrom(start) })) },
    sections: [{ children }],
  });
  return Packer.toBlob(file);
}

const heading = (size: number) => ({
  run: { font: FONT, size, bold: true, color: '211E19' },
  paragraph: { spacing: { before: 280, after: 120 }, keepNext: true },
});

const STYLES = {
  default: {
    document: { run: { font: FONT, size: SIZE }, paragraph: { spacing: { after: 140, line: 300 } } },
    heading1: heading(36),
    heading2: heading(28),
    heading3: heading(24),
    heading4: heading(22),
  },
};

/** Levels of a numbered list. */
const DEEPEST = 9;

const levelsFrom = (start: number) =>
  Array.from({ length: DEEPEST }, (_, level) => ({
    ...{ level, format: LevelFormat.DECIMAL, text: `%${level + 1}.`, start: level === 0 ? start : 1 },
    style: { paragraph: { indent: { left: 720 * (level + 1), hanging: 360 } } },
  }));
