import { ParseError } from '../../../core/errors';
import { message } from '../../../core/message';
import { LIMITS } from '../limits';
import { walkMarkup } from './walk-markup';

/** An element of XML. Names are without their prefix, which each program may choose. */
export interface MarkupElement {
  readonly name: string;
  /** Values by name, with and without its prefix; one that has none goes first. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (MarkupElement | string)[];
}

/** Reads markup whole, as an element without a name around it. Throws ParseError where it is nested too deep. */
export function markupTree(
  markup: string,
  onProgress: () => void,
  xml: Parameters<typeof walkMarkup>[2]['xml'] = true,
): MarkupElement {
  const root = { name: '', attributes: {}, children: [] as (MarkupElement | string)[] };
  const open = [root];
  let count = 0;
  walkMarkup(
    markup,
    {
      open: (name, attributes) => {
        if ((count += 1) > LIMITS.elements)
          throw new ParseError(message`It holds more than ${LIMITS.elements} elements. Split it up.`);
        const element = { name: unprefixed(name), attributes: withLocalNames(attributes), children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      close: () => void (open.length > 1 && open.pop()),
      text: (text) => void open.at(-1)?.children.push(text),
    },
    { xml, onProgress },
  );
  return root;
}

function withLocalNames(attributes: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!Object.keys(attributes).some((key) => key.includes(':'))) return attributes;
  const local = Object.entries(attributes).map(([key, value]) => [unprefixed(key), value] as const);
  return { ...Object.fromEntries(local), ...attributes };
}

const unprefixed = (name: string): string => name.slice(name.indexOf(':') + 1);

/** The elements right inside, of one name where it is given. */
export const elementsOf = ({ children }: MarkupElement, name?: string): readonly MarkupElement[] =>
  children.filter(
    (child) => typeof child !== 'string' && (name === undefined || child.name === name),
  ) as MarkupElement[];

/** The first element of this name, however deep; one that lies nearer to the beginning comes first. */
export function findElement(element: MarkupElement, name: string): MarkupElement | undefined {
  for (const child of elementsOf(element)) {
    const found = child.name === name ? child : findElement(child, name);
    if (found) return found;
  }
  return undefined;
}

/** All elements of this name, however deep, but none inside another of them. */
export function* findElements(element: MarkupElement, name: string): Generator<MarkupElement> {
  for (const child of elementsOf(element)) {
    if (child.name === name) yield child;
    else yield* findElements(child, name);
  }
}

/** All text inside. */
export const textOfElement = ({ children }: MarkupElement): string =>
  children.map((child) => (typeof child === 'string' ? child : textOfElement(child))).join('');

/** Writes what is inside as markup. */
export const markupOf = ({ children }: MarkupElement): string =>
  children.map((child) => (typeof child === 'string' ? escaped(child) : elementMarkup(child))).join('');

function elementMarkup(element: MarkupElement): string {
  const attributes = Object.entries(element.attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  const head = element.name + attributes.join('');
  return element.children.length === 0 ? `<${head}/>` : `<${head}>${markupOf(element)}</${element.name}>`;
}

const escaped = (text: string): string => text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/"/gu, '&quot;');
