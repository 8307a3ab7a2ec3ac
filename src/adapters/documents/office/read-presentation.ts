import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import { commentBlock, type Block } from '../blocks/block';
import { numeral, type NumeralKind } from '../blocks/numerals';
import { render } from '../blocks/render';
import { tableBlocks, type SpanningRow } from '../blocks/spans';
import { authoredTitle, oneDocument, type OpenSource } from '../format-reader';
import { elementsOf, findElement, findElements, textOfElement, type MarkupElement } from '../markup/markup-tree';
import { GrowingText } from '../text/raised-text';
import { EMPTY, officeFacts, openPackage, type OfficePackage } from './open-package';
import { leftOut } from './left-out';
import { slideBlocks, type Shape } from './slide';

/** Reads a PowerPoint file: its slides in order, with titles, lists, tables, groups, a speaker's notes and comments. */
export async function readPptx(source: OpenSource): Promise<ReadResult> {
  const file = await openPackage(source);
  const main = 'ppt/presentation.xml';
  const presentation = await file.part(main);
  if (!presentation)
    throw new ParseError(
      message`It is not a PowerPoint file: its main part is missing. Save it again from PowerPoint.`,
    );
  const relations = await file.relations(main);
  const authors = await authorsOf(file);
  const blocks: Block[] = [];
  const paths = new Set<string>();
  const hidden: number[] = [];
  let number = 0;
  for (const { attributes } of elementsOf(findElement(presentation, 'sldIdLst') ?? EMPTY, 'sldId')) {
    number += 1;
    blocks.push({ kind: 'part', part: 'slide', number });
    const path = relations.get(Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '')?.path;
    if (path === undefined || paths.has(path)) continue;
    paths.add(path);
    const slide = elementsOf((await file.part(path)) ?? EMPTY)[0];
    if (slide?.attributes['show'] === '0') hidden.push(number);
    if (!slide || slide.attributes['show'] === '0') continue;
    blocks.push(...slideBlocks(shapesOf(findElement(slide, 'spTree') ?? EMPTY, { table: number * TABLES })));
    blocks.push(...(await notesAndComments(file, path, authors)));
  }
  const { title, author } = officeFacts(await file.part('docProps/core.xml'));
  return oneDocument(source, render(blocks), {
    title: authoredTitle(title),
    author,
    attributes: leftOut('slides', hidden),
  });
}

/** Tables of a slide that are told apart. */
const TABLES = 1000;

async function authorsOf(file: OfficePackage): Promise<ReadonlyMap<string, string>> {
  const lists = await Promise.all(['ppt/commentAuthors.xml', 'ppt/authors.xml'].map((path) => file.part(path)));
  const all = lists.flatMap((list) => elementsOf(elementsOf(list ?? EMPTY)[0] ?? EMPTY));
  return new Map(all.map(({ attributes: { id = '', name = '' } }) => [id, name]));
}

async function notesAndComments(
  file: OfficePackage,
  slide: string,
  authors: ReadonlyMap<string, string>,
): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const { kind, path } of (await file.relations(slide)).values()) {
    if (kind === 'diagramData') {
      const diagram = (await file.part(path)) ?? EMPTY;
      for (const body of findElements(diagram, 't')) blocks.push(...paragraphsOf(body, false));
    } else if (kind === 'notesSlide') {
      const shapes = findElements((await file.part(path)) ?? EMPTY, 'sp');
      const bodies = Array.from(shapes).filter((shape) => !FURNITURE.has(placeholderOf(shape)?.type ?? ''));
      const text = bodies
        .flatMap((shape) => paragraphsOf(findElement(shape, 'txBody') ?? EMPTY, false))
        .map(wordsOf)
        .join('\n');
      blocks.push({ kind: 'note', note: 'speaker', mark: '', text });
    } else if (kind === 'comments') {
      for (const comment of findElements((await file.part(path)) ?? EMPTY, 'cm')) {
        const author = authors.get(comment.attributes['authorId'] ?? '');
        const words = textOfElement(findElement(comment, 'txBody') ?? findElement(comment, 'text') ?? EMPTY);
        blocks.push(commentBlock(words, author));
      }
    }
  }
  return blocks;
}

const wordsOf = (block: Block): string => ('text' in block ? block.text : '');

/** Placeholders that repeat what a layout has on each slide. */
const FURNITURE = new Set(['sldNum', 'dt', 'ftr', 'hdr', 'sldImg']);

/** The kind of placeholder that a shape fills; undefined for a shape of its own. */
function placeholderOf(shape: MarkupElement): { readonly type: string } | undefined {
  const [properties] = elementsOf(shape);
  const placeholder = findElement(properties ?? EMPTY, 'ph');
  return placeholder && { type: placeholder.attributes['type'] ?? 'body' };
}

function* shapesIn(tree: MarkupElement): Generator<MarkupElement> {
  for (const child of elementsOf(tree)) {
    const own = elementsOf(elementsOf(child)[0] ?? EMPTY, 'cNvPr')[0];
    if (own?.attributes['hidden'] === '1') continue;
    if (child.name === 'grpSp') yield* shapesIn(child);
    else if (child.name === 'AlternateContent') yield* shapesIn(elementsOf(child)[0] ?? EMPTY);
    else yield child;
  }
}

function shapesOf(tree: MarkupElement, { table }: { readonly table: number }): Shape[] {
  return Array.from(shapesIn(tree)).flatMap((shape, at) => {
    const placeholder = placeholderOf(shape);
    if (placeholder && FURNITURE.has(placeholder.type)) return [];
    const y = Number(findElement(shape, 'off')?.attributes['y'] ?? NaN);
    const description = findElement(elementsOf(shape)[0] ?? EMPTY, 'cNvPr')?.attributes['descr'] ?? '';
    const rows = findElement(shape, 'tbl');
    const body = elementsOf(shape, 'txBody')[0];
    const blocks = rows
      ? Array.from(tableBlocks(table + at, rowsOf(rows)))
      : body
        ? paragraphsOf(body, placeholder?.type === 'body' || placeholder?.type === 'obj')
        : description !== ''
          ? [{ kind: 'caption' as const, text: description }]
          : [];
    const isTitle = placeholder?.type === 'title' || placeholder?.type === 'ctrTitle';
    return [{ isTitle, blocks, ...(Number.isNaN(y) ? {} : { top: y }) }];
  });
}

function rowsOf(element: MarkupElement): readonly SpanningRow[] {
  const hasHead = elementsOf(element, 'tblPr')[0]?.attributes['firstRow'] === '1';
  return elementsOf(element, 'tr').map((row, at) => ({
    isHead: hasHead && at === 0,
    cells: elementsOf(row, 'tc')
      .filter(({ attributes: { hMerge, vMerge } }) => !isOn(hMerge) && !isOn(vMerge))
      .map((cell) => ({
        text: paragraphsOf(elementsOf(cell, 'txBody')[0] ?? EMPTY, false)
          .map(wordsOf)
          .join(' '),
        rows: Number(cell.attributes['rowSpan']) || 1,
        columns: Number(cell.attributes['gridSpan']) || 1,
      })),
  }));
}

const isOn = (value: string | undefined): boolean => value === '1' || value === 'true';

/** Paragraphs and list items of a text; `isList` where its paragraphs have bullets unless they say otherwise. */
function paragraphsOf(body: MarkupElement, isList: boolean): Block[] {
  const counts: number[] = [];
  return elementsOf(body, 'p').flatMap((paragraph): Block[] => {
    const text = runsOf(paragraph);
    if (text.trim() === '') return [];
    const properties = elementsOf(paragraph, 'pPr')[0] ?? EMPTY;
    const level = Math.max(0, Math.min(8, Math.trunc(Number(properties.attributes['lvl'])) || 0));
    const numbered = elementsOf(properties, 'buAutoNum')[0];
    const hasBullet =
      isList || elementsOf(properties, 'buChar').length > 0 || elementsOf(properties, 'buBlip').length > 0;
    counts.length = numbered ? level + 1 : Math.min(counts.length, level);
    if (numbered) {
      const { type = '', startAt = '1' } = numbered.attributes;
      const count = (counts[level] = (counts[level] ?? (Number(startAt) || 1) - 1) + 1);
      return [{ kind: 'item', level, marker: autoNumber(count, type), text }];
    }
    if (!hasBullet || elementsOf(properties, 'buNone').length > 0) return [{ kind: 'paragraph', text }];
    return [{ kind: 'item', level, marker: '-', text }];
  });
}

function autoNumber(count: number, type: string): string {
  const kind: NumeralKind = /^alphaLc/u.test(type)
    ? 'a'
    : /^alphaUc/u.test(type)
      ? 'A'
      : /^romanLc/u.test(type)
        ? 'i'
        : /^romanUc/u.test(type)
          ? 'I'
          : '1';
  const number = numeral(count, kind);
  if (type.endsWith('ParenBoth')) return `(${number})`;
  return type.endsWith('ParenR') ? `${number})` : `${number}.`;
}

function runsOf(paragraph: MarkupElement): string {
  const text = new GrowingText();
  for (const run of elementsOf(paragraph)) {
    if (run.name === 'br') text.add('\n');
    else if (run.name === 'r' || (run.name === 'fld' && run.attributes['type'] !== 'slidenum')) {
      const height = Number(elementsOf(run, 'rPr')[0]?.attributes['baseline'] ?? 0);
      const words = elementsOf(run, 't').map(textOfElement).join('');
      if (height > 0) text.addRaised(words);
      else if (height < 0) text.addLowered(words);
      else text.add(words);
    } else if (run.name === 'm' || run.name === 'AlternateContent')
      text.add(textOfElement(elementsOf(run)[0] ?? EMPTY));
  }
  return text.toString();
}
