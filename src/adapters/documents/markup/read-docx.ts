import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import { walkMarkup, type MarkupHandler } from './walk-markup';
import { authoredTitle, oneDocument, type OpenSource } from '../format-reader';
import { oneLine } from '../text/clean-text';
import { decodeText } from '../text/decode-text';
import { textBuilder } from '../text/text-builder';
import { openZip } from '../read-zip';
import { bodyHandler, type Numbering, type Styles } from './docx-body';

/** Reads a Word document: paragraphs, headings by style or outline level, lists, tables, foot- and endnotes; deleted text is left out. */
export async function readDocx(source: OpenSource): Promise<ReadResult> {
  const zip = await openZip(source.bytes, source);
  const main = zip.entries.find((entry) => /^word\/document\d*\.xml$/u.test(entry.filename))?.filename;
  if (!main)
    throw new ParseError(message`It is not a Word document: its main part is missing. Save it again from Word.`);
  const part = async (path: string, handler: MarkupHandler): Promise<void> => {
    const bytes = await zip.find(path);
    if (bytes) walkMarkup(decodeText(bytes, 'utf-8'), handler, { xml: true, onProgress: source.onProgress });
  };
  const styles = await readStyles(part);
  const numbering = await readNumbering(part);
  const builder = textBuilder();
  await part(main, bodyHandler(builder, styles, numbering));
  await part('word/footnotes.xml', bodyHandler(builder, styles, numbering, 'w:footnote'));
  await part('word/endnotes.xml', bodyHandler(builder, styles, numbering, 'w:endnote'));
  const facts = await readCoreProperties(part);
  const attributes = facts.author ? { author: facts.author } : {};
  return oneDocument(source, builder.finish(), { title: authoredTitle(facts.title), attributes, unmarked: 'some' });
}

type ReadPart = (path: string, handler: MarkupHandler) => Promise<void>;

async function readCoreProperties(part: ReadPart): Promise<{ title: string; author: string }> {
  const texts = { title: '', author: '' };
  let current: 'title' | 'author' | undefined;
  await part('docProps/core.xml', {
    open: (name) => {
      current = name === 'dc:title' ? 'title' : name === 'dc:creator' ? 'author' : undefined;
    },
    close: () => {
      current = undefined;
    },
    text: (text) => {
      if (current) texts[current] += text;
    },
  });
  return { title: oneLine(texts.title), author: oneLine(texts.author) };
}

interface Style {
  name: string;
  basedOn: string;
  outline: number | undefined;
  height: string;
}

/** The ids that Word gives its own heading styles, for documents that bring no list of styles. */
const BUILT_IN: Styles = {
  levels: new Map([
    ['Title', 1],
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => [`Heading${level}`, Math.min(6, level)] as const),
  ]),
  heights: new Map(),
};

/** Reads which styles are headings, by their outline level, their built-in name or the style they build on, and which raise letters. */
async function readStyles(part: ReadPart): Promise<Styles> {
  const styles = new Map<string, Style>();
  let current: Style | undefined;
  await part('word/styles.xml', {
    open: (name, attributes) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:style') {
        current = { name: '', basedOn: '', outline: undefined, height: '' };
        styles.set(attributes['w:styleId'] ?? '', current);
      } else if (!current) return;
      else if (name === 'w:name') current.name = value.toLowerCase();
      else if (name === 'w:basedOn') current.basedOn = value;
      else if (name === 'w:outlineLvl') current.outline = Number(value);
      else if (name === 'w:vertAlign') current.height = value;
    },
    close: (name) => {
      if (name === 'w:style') current = undefined;
    },
  });
  if (styles.size === 0) return BUILT_IN;
  const levels = new Map<string, number>();
  const heights = new Map<string, string>();
  for (const [id, { height }] of styles) {
    const level = levelOf(id, styles);
    if (level !== undefined) levels.set(id, level);
    if (height !== '') heights.set(id, height);
  }
  return { levels, heights };
}

function levelOf(id: string, styles: ReadonlyMap<string, Style>): number | undefined {
  let style = styles.get(id);
  for (let steps = 0; style && steps < 20; steps += 1) {
    if (style.outline !== undefined)
      return style.outline >= 0 && style.outline < 9 ? Math.min(6, style.outline + 1) : undefined;
    const named = /^heading ([1-9])$/u.exec(style.name)?.[1];
    if (named) return Math.min(6, Number(named));
    if (style.name === 'title') return 1;
    style = styles.get(style.basedOn);
  }
  return undefined;
}

async function readNumbering(part: ReadPart): Promise<Numbering> {
  const formats = new Map<string, string[]>();
  const lists = new Map<string, string>();
  let abstract: string[] = [];
  let level = 0;
  let list = '';
  await part('word/numbering.xml', {
    open: (name, attributes) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:abstractNum') formats.set(attributes['w:abstractNumId'] ?? '', (abstract = []));
      else if (name === 'w:lvl') level = Math.min(8, Number(attributes['w:ilvl']) || 0);
      else if (name === 'w:numFmt') abstract[level] ??= value;
      else if (name === 'w:num') list = attributes['w:numId'] ?? '';
      else if (name === 'w:abstractNumId') lists.set(list, value);
    },
  });
  return new Map([...lists].map(([id, target]) => [id, formats.get(target) ?? []]));
}
