import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import type { ReadResult } from '../../../core/ports/documents';
import type { Block } from '../blocks/block';
import { render } from '../blocks/render';
import { authoredTitle, oneDocument, type OpenSource } from '../format-reader';
import { mathText } from '../markup/mathml';
import { elementsOf, findElement, findElements, type MarkupElement } from '../markup/markup-tree';
import { OdfBody } from './odf-body';
import { controlValues } from './odf-controls';
import { readOdfStyles, type OdfStyles } from './odf-styles';
import { EMPTY, officeFacts, openPackage, resolvePath, type OfficePackage } from './open-package';
import { leftOut } from './left-out';
import { slideBlocks, type Shape } from './slide';

/** Reads an OpenDocument text: paragraphs, headings with numbers, lists, tables, notes, comments, formulas. */
export const readOdt = (source: OpenSource): Promise<ReadResult> =>
  readOdf(source, 'text', (body, root) => body.blocks(root));

/** Reads an OpenDocument presentation: its slides in order, with a speaker's notes. */
export const readOdp = (source: OpenSource): Promise<ReadResult> => readOdf(source, 'presentation', slidesOf);

type ReadBody = (body: OdfBody, root: MarkupElement, styles: OdfStyles) => readonly Block[];

async function readOdf(source: OpenSource, kind: string, read: ReadBody): Promise<ReadResult> {
  const file = await openPackage(source);
  const content = await file.part('content.xml');
  const root = elementsOf(findElement(content ?? EMPTY, 'body') ?? EMPTY, kind)[0];
  if (!root)
    throw new ParseError(
      message`It is no OpenDocument file that can be read: its content is missing. Save it again and add that.`,
    );
  const styles = readOdfStyles([await file.part('styles.xml'), content]);
  const body = new OdfBody(styles, { formulas: await formulasOf(file, root), controls: controlValues(root) });
  const blocks = [...read(body, root, styles), ...body.notes];
  const hidden = elementsOf(root, 'page').flatMap((page, at) => (isHidden(page, styles) ? [at + 1] : []));
  const { title, author } = officeFacts(elementsOf((await file.part('meta.xml')) ?? EMPTY)[0]);
  return oneDocument(source, render(blocks), {
    title: authoredTitle(title),
    author,
    attributes: leftOut('slides', hidden),
    unmarked: 'some',
  });
}

/** Formulas, which are parts of their own, as text by the path that names them. */
async function formulasOf(file: OfficePackage, root: MarkupElement): Promise<ReadonlyMap<string, string>> {
  const formulas = new Map<string, string>();
  for (const { attributes } of findElements(root, 'object')) {
    const href = attributes['href'];
    if (href === undefined || formulas.has(href)) continue;
    const [math] = elementsOf((await file.part(`${resolvePath('', href)}/content.xml`)) ?? EMPTY, 'math');
    if (math) formulas.set(href, mathText(math));
  }
  return formulas;
}

const isHidden = (page: MarkupElement, { hiddenPages }: OdfStyles): boolean =>
  hiddenPages.has(page.attributes['style-name'] ?? '');

function slidesOf(body: OdfBody, root: MarkupElement, styles: OdfStyles): Block[] {
  return elementsOf(root, 'page').flatMap((page, at): Block[] => {
    const start = { kind: 'part', part: 'slide', number: at + 1 } as const;
    if (isHidden(page, styles)) return [start];
    const shapes = elementsOf(page).map((shape): Shape => {
      const top = Number.parseFloat(shape.attributes['y'] ?? '');
      const isTitle = shape.attributes['class'] === 'title';
      return { isTitle, blocks: body.block(shape), ...(Number.isNaN(top) ? {} : { top }) };
    });
    const [notes] = elementsOf(page, 'notes');
    const words = notes ? render(body.blocks(notes)).text : '';
    return [start, ...slideBlocks(shapes), { kind: 'note', note: 'speaker', mark: '', text: words }];
  });
}
