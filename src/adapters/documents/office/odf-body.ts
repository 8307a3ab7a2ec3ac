import { commentBlock, joinCode, type Block } from '../blocks/block';
import { ruby } from '../blocks/formula';
import { NoteMarks } from '../blocks/note-marks';
import { render } from '../blocks/render';
import { elementsOf, findElement, textOfElement, type MarkupElement } from '../markup/markup-tree';
import { GrowingText, loweredText, raisedText } from '../text/raised-text';
import { OdfTables } from './odf-tables';
import { kindOfStyle, nextMarker, type Counts, type OdfStyles } from './odf-styles';
import { EMPTY } from './open-package';

/** Elements that hold no text of the document: deleted text, cached numbers, declarations, forms of other programs. */
const SKIPPED = new Set([
  ...['tracked-changes', 'number', 'sequence-decls', 'variable-decls', 'user-field-decls', 'forms', 'event-listeners'],
  ...['page-thumbnail', 'hidden-text', 'hidden-paragraph', 'soft-page-break', 'image', 'title', 'desc', 'settings'],
]);

const SHAPES = new Set([
  'custom-shape',
  'rect',
  'ellipse',
  'circle',
  'path',
  'polygon',
  'line',
  'connector',
  'g',
  'caption',
]);

interface List {
  readonly style: string;
  readonly counts: Counts;
}

/** Parts of a document that its body refers to. */
interface OdfParts {
  /** Text of formulas by the path that names them. */
  readonly formulas: ReadonlyMap<string, string>;
  /** Values of a form's controls by their ids. */
  readonly controls: ReadonlyMap<string, string>;
}

/** Reads the body of an OpenDocument text or slide into blocks. Its notes are kept until `notes`. */
export class OdfBody {
  readonly notes: Block[] = [];
  readonly #styles: OdfStyles;
  readonly #parts: OdfParts;
  readonly #marks = new NoteMarks();
  readonly #headings: Counts = [];
  /** Counts of the last list of each style, which another may go on with. */
  readonly #lists = new Map<string, Counts>();
  readonly #cells = new OdfTables((cell) => render(this.blocks(cell)).text);
  #tables = 0;

  constructor(styles: OdfStyles, parts: OdfParts) {
    this.#styles = styles;
    this.#parts = parts;
  }

  /** The blocks of what stands right inside an element. Lines of code are paragraphs of their own, and one block here. */
  blocks(element: MarkupElement): Block[] {
    return joinCode(elementsOf(element).flatMap((child) => this.block(child)));
  }

  /** The blocks of an element itself. */
  block(element: MarkupElement): Block[] {
    const { name, attributes } = element;
    if (SKIPPED.has(name) || attributes['display'] === 'none') return [];
    if (name === 'p') return this.#styled(element);
    if (name === 'h') return this.#heading(element);
    if (name === 'list') return this.#list(element, []);
    if (name === 'table') return this.#table(element);
    if (name === 'frame') return this.#frame(element);
    if (name === 'control') return [{ kind: 'paragraph', text: this.#control(element) }];
    if (name === 'notes' || name === 'annotation') return [];
    return this.blocks(element);
  }

  #styled(element: MarkupElement): Block[] {
    const style = element.attributes['style-name'] ?? '';
    if (this.#styles.letters.get(style)?.isHidden) return [];
    const kind = kindOfStyle(style, this.#styles);
    return this.#paragraph(element, (text) => (kind === 'heading' ? { kind, level: 1, text } : { kind, text }));
  }

  #paragraph(element: MarkupElement, make: (text: string) => Block): Block[] {
    const after: Block[] = [];
    const text = this.#inline(element, after);
    const block = make(text);
    return text.trim() === '' && block.kind !== 'code' ? after : [block, ...after];
  }

  #heading(element: MarkupElement, marker?: string): Block[] {
    const level = Math.max(1, Number(element.attributes['outline-level'] ?? 1) || 1);
    const isCounted =
      marker === undefined && element.attributes['is-list-header'] !== 'true' && this.#styles.outline[level - 1];
    const counted = isCounted ? nextMarker(this.#styles.outline, this.#headings, level - 1) : '';
    const number = marker ?? (counted === '-' ? '' : counted);
    return this.#paragraph(element, (text) => ({
      kind: 'heading',
      level: Math.min(6, level),
      text,
      ...(number && { number }),
    }));
  }

  #list(element: MarkupElement, outer: readonly List[]): Block[] {
    const level = outer.length;
    const style = element.attributes['style-name'] ?? outer.at(-1)?.style ?? '';
    const goesOn =
      element.attributes['continue-numbering'] === 'true' || element.attributes['continue-list'] !== undefined;
    const counts = outer.at(-1)?.counts ?? (goesOn ? (this.#lists.get(style) ?? []) : []);
    if (level === 0) this.#lists.set(style, counts);
    else counts.length = Math.min(counts.length, level);
    const list = { style, counts };
    return elementsOf(element).flatMap((item) => {
      const isItem = item.name === 'list-item';
      let isFirst = isItem;
      return elementsOf(item).flatMap((child): Block[] => {
        if (child.name === 'list') {
          // An item that holds nothing but a deeper list is not counted.
          isFirst = false;
          return this.#list(child, [...outer, list]);
        }
        if (child.name !== 'p' && child.name !== 'h') return this.block(child);
        const given = item.attributes['start-value'];
        const from = given === undefined ? undefined : Number(given) || 0;
        const marker = isFirst ? nextMarker(this.#styles.lists.get(style) ?? [], counts, level, from) : '';
        isFirst = false;
        if (child.name === 'h') return this.#heading(child, marker === '-' ? '' : marker);
        return this.#paragraph(child, (text) => ({ kind: 'item', level, marker, text }));
      });
    });
  }

  #table(element: MarkupElement): Block[] {
    const table = (this.#tables += 1);
    return Array.from(this.#cells.rows(element), ({ cells, isHead }): Block => ({
      ...{ kind: 'row', table, cells },
      ...(isHead && { header: true }),
    }));
  }

  /** A frame that stands by itself: what is in it, or the description of a picture. */
  #frame(element: MarkupElement): Block[] {
    const text = elementsOf(element, 'text-box').length > 0 ? '' : descriptionOf(element);
    return [...this.blocks(element), ...(text ? [{ kind: 'caption', text } as const] : [])];
  }

  #inline(element: MarkupElement, after: Block[]): string {
    const text = new GrowingText();
    for (const child of element.children) {
      // XML of OpenDocument has its blanks as elements, beside single ones.
      text.add(typeof child === 'string' ? child.replace(/\s+/gu, ' ') : this.#run(child, text.end, after));
    }
    return text.toString();
  }

  #run(element: MarkupElement, before: string, after: Block[]): string {
    const { name, attributes } = element;
    if (name === 's') return ' '.repeat(Math.min(100, Number(attributes['c'] ?? 1) || 1));
    if (name === 'tab') return '\t';
    if (name === 'line-break') return '\n';
    if (name === 'note') return this.#note(element);
    if (name === 'annotation') return this.#comment(element, after);
    if (name === 'ruby') return ruby(partText(element, 'ruby-base'), partText(element, 'ruby-text'));
    if (name === 'frame') return this.#inlineFrame(element, after);
    if (name === 'control') return this.#control(element);
    if (SHAPES.has(name)) {
      after.push(...this.blocks(element));
      return '';
    }
    if (SKIPPED.has(name) || attributes['display'] === 'none') return '';
    const style = name === 'span' ? this.#styles.letters.get(attributes['style-name'] ?? '') : undefined;
    if (style?.isHidden) return '';
    const text = this.#inline(element, after);
    if (style?.height === 'super') return raisedText(text, before);
    return style?.height === 'sub' ? loweredText(text, before) : text;
  }

  #control({ attributes }: MarkupElement): string {
    return this.#parts.controls.get(attributes['control'] ?? '') ?? '';
  }

  #note(element: MarkupElement): string {
    const note = element.attributes['note-class'] === 'endnote' ? 'end' : 'foot';
    const mark = this.#marks.of(
      element.attributes['id'] ?? String(this.notes.length),
      partText(element, 'note-citation').trim(),
    );
    const body = elementsOf(element, 'note-body')[0] ?? EMPTY;
    this.notes.push({ kind: 'note', note, mark, text: render(this.blocks(body)).text });
    return `[${mark}]`;
  }

  #comment(element: MarkupElement, after: Block[]): string {
    const author = partText(element, 'creator');
    const words = elementsOf(element).filter(({ name }) => name === 'p' || name === 'list');
    const text = words.map((one) => this.#inline(one, after)).join('\n');
    after.push(commentBlock(text, author));
    return '';
  }

  #inlineFrame(element: MarkupElement, after: Block[]): string {
    const href = elementsOf(element, 'object')[0]?.attributes['href'];
    const formula = href === undefined ? undefined : this.#parts.formulas.get(href);
    if (formula !== undefined) return formula;
    after.push(...this.blocks(element));
    const description = elementsOf(element, 'text-box').length > 0 ? '' : descriptionOf(element);
    return description && ` ${description} `;
  }
}

const partText = (element: MarkupElement, name: string): string => textOfElement(elementsOf(element, name)[0] ?? EMPTY);

const descriptionOf = (frame: MarkupElement): string =>
  (partText(frame, 'desc') || partText(frame, 'title')).trim() ||
  textOfElement(findElement(frame, 'desc') ?? EMPTY).trim();
