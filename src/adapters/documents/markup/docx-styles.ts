import { isCodeStyle } from '../blocks/block';
import { elementsOf, findElement, type MarkupElement } from './markup-tree';

/** Facts of a style, those of the styles that it builds on among them. */
export interface WordStyle {
  /** Level of a heading, 1 to 6; undefined for others. */
  readonly heading?: number | undefined;
  /** List that its paragraphs are items of; empty for none. */
  readonly list?: string | undefined;
  readonly listLevel?: number | undefined;
  /** `superscript` or `subscript` letters. */
  readonly height?: string | undefined;
  readonly hidden?: boolean | undefined;
  /** Text as it is typed. */
  readonly code?: boolean;
}

export type WordStyles = (id: string) => WordStyle;

const DEEPEST = 6;

/** Headings by the ids that Word gives its own styles, for documents without a list of styles. */
function builtIn(id: string): WordStyle {
  const level = id === 'Title' ? '1' : /^Heading([1-9])$/u.exec(id)?.[1];
  return level ? { heading: Math.min(DEEPEST, Number(level)) } : {};
}

/** Reads the styles of a document. A heading is told by its outline level or by Word's name for it. */
export function readStyles(part: MarkupElement): WordStyles {
  const elements = elementsOf(findElement(part, 'styles') ?? part, 'style');
  const byId = new Map(elements.map((element) => [element.attributes['styleId'] ?? '', element]));
  if (byId.size === 0) return builtIn;
  const known = new Map<string, WordStyle>();
  const styleOf = (id: string, steps = 0): WordStyle => {
    const element = byId.get(id);
    if (!element || steps > 20) return {};
    const style = known.get(id) ?? { ...styleOf(valueIn(element, 'basedOn') ?? '', steps + 1), ...ownFacts(element) };
    known.set(id, style);
    return style;
  };
  return styleOf;
}

function ownFacts(style: MarkupElement): WordStyle {
  const [paragraph, letters] = ['pPr', 'rPr'].map((name) => elementsOf(style, name)[0]);
  const heading = headingOf(valueIn(style, 'name') ?? '', paragraph && valueIn(paragraph, 'outlineLvl'));
  const height = letters && valueIn(letters, 'vertAlign');
  const isCode = isCodeStyle(valueIn(style, 'name') ?? '');
  return {
    ...(isCode && { code: true }),
    ...(heading !== null && { heading }),
    ...(paragraph && listOf(paragraph)),
    ...(height !== undefined && { height }),
    ...(letters && isOn(letters, 'vanish') && { hidden: true }),
  };
}

/** Level by the outline or the name of a style; undefined for text of the body, null where neither says anything. */
function headingOf(name: string, outline: string | undefined): number | undefined | null {
  if (outline !== undefined) return outlineLevel(outline);
  const named = /^(?:heading ([1-9])|title)$/iu.exec(name);
  return named ? Math.min(DEEPEST, Number(named[1] ?? 1)) : null;
}

/** Level of a heading by its outline level, which counts from 0; 9 is text of the body. */
export function outlineLevel(value: string): number | undefined {
  const level = Number(value);
  return level >= 0 && level < 9 ? Math.min(DEEPEST, level + 1) : undefined;
}

/** The list that a paragraph's or style's properties name; `list` is empty where they take one away. */
export function listOf(properties: MarkupElement): Pick<WordStyle, 'list' | 'listLevel'> {
  const numbers = elementsOf(properties, 'numPr')[0];
  const list = numbers && valueIn(numbers, 'numId');
  const level = numbers && valueIn(numbers, 'ilvl');
  return {
    ...(list !== undefined && { list: list === '0' ? '' : list }),
    ...(level !== undefined && { listLevel: Number(level) || 0 }),
  };
}

/** Value of a property; undefined where it is missing. */
export const valueIn = (properties: MarkupElement, name: string): string | undefined =>
  elementsOf(properties, name)[0]?.attributes['val'];

/** Checks a property that is either on or off. */
export function isOn(properties: MarkupElement, name: string): boolean {
  const [found] = elementsOf(properties, name);
  return found !== undefined && !/^(?:0|false|off)$/u.test(found.attributes['val'] ?? '');
}
