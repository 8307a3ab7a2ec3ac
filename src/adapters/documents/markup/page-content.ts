import { resolvePath } from '../office/open-package';
import { elementsOf, textOfElement, type MarkupElement } from './markup-tree';
import { wordSet } from '../../../core/text/word-set';

/** A web page before its words are read. */
export interface PageContent {
  /** Element with the content of the page. */
  readonly root: MarkupElement;
  /** Checks for an element that nobody is shown, or that is furniture of the page. */
  isLeftOut(element: MarkupElement, isInArticle: boolean): boolean;
  /** Checks for a button that opens a folded part of the page. */
  opens(button: MarkupElement): boolean;
  /** The name of the element with this id. */
  nameOf(id: string): string | undefined;
  /** The place of an id among those of all pages of a book. */
  placeHere(id: string): string;
  /** The place that a link leads to, in this page or another one. */
  placeOf(href: string): string | undefined;
  /** The id that a link leads to in this page; undefined for other links. */
  placeWithin(href: string): string | undefined;
  readonly title: string;
  readonly author: string;
}

const NEVER_TEXT = wordSet(
  'script style noscript svg iframe object canvas audio video datalist rt rp map title head area input select textarea button',
);
const LANDMARKS = wordSet('navigation search contentinfo banner');

/**
 * Finds the content of a page; all of it but scripts and the like where `everything` is asked for. `path` is that of its
 * file, empty where it has none.
 */
export function pageContent(tree: MarkupElement, everything: boolean, path: string): PageContent {
  const facts = factsOf(tree);
  const root = everything ? tree : contentRoot(tree, facts);
  const placeOf = (href: string): string | undefined => {
    const [, address = '', id] = /^([^#]*)#(.+)$/u.exec(href) ?? [];
    const isHere = address === '' || address === facts.address;
    return id && placeIn(isHere ? path : resolvePath(folderOf(path), decoded(address)), id);
  };
  const start = placeIn(path, '');
  return {
    root,
    title: facts.title,
    author: facts.author,
    nameOf: (id) => facts.ids.get(id)?.name,
    placeHere: (id) => placeIn(path, id),
    placeOf,
    placeWithin: (href) => {
      const place = placeOf(href);
      return place?.startsWith(start) ? place.slice(start.length) : undefined;
    },
    opens: ({ attributes }) => facts.ids.has(attributes['aria-controls'] ?? ''),
    isLeftOut: (element, isInArticle) => {
      if (element.name === 'template') return !('shadowrootmode' in element.attributes);
      if (NEVER_TEXT.has(element.name)) return true;
      if (everything || element.name === 'html' || element.name === 'body') return false;
      return isNeverShown(element, facts) || isFurniture(element, isInArticle, facts) || isOverPage(element, facts);
    },
  };
}

/** The place of an id among those of all pages. */
export const placeIn = (path: string, id: string): string => `${path}#${id}`;

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

/** A path as it is called where it stands in an address. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (error instanceof URIError) return path;
    throw error;
  }
}

interface Weight {
  /** Letters outside of links. */
  plain: number;
  linked: number;
  /** Letters of running text inside, in which a paragraph alone among links, as in a list of other articles, counts little. */
  prose: number;
}

/** An element's weight, and that of its own words if these are running text. */
interface Visited {
  readonly weight: Weight;
  readonly running?: Weight | undefined;
}

interface PageFacts {
  title: string;
  author: string;
  /** Address that the page gives as its own. */
  address: string;
  readonly ids: Map<string, MarkupElement>;
  /** Ids of what a button folds and unfolds. */
  readonly controlled: Set<string>;
  /** Classes that a style sheet hides, and never shows again. */
  readonly hiding: ReadonlySet<string>;
  readonly weights: Map<MarkupElement, Weight>;
  readonly whole: Weight;
}

/** Runs once through a page. */
function factsOf(tree: MarkupElement): PageFacts {
  const sheets: string[] = [];
  const ids = new Map<string, MarkupElement>();
  const facts = { title: '', author: '', address: '', ids, controlled: new Set<string>() };
  const weights = new Map<MarkupElement, Weight>();
  const visit = (element: MarkupElement, isLinked: boolean): Visited => {
    const { name, attributes } = element;
    if (attributes['id'] !== undefined) facts.ids.set(attributes['id'], element);
    for (const id of (attributes['aria-controls'] ?? '').match(/\S+/gu) ?? []) facts.controlled.add(id);
    if (name === 'style') sheets.push(textOfElement(element));
    if (name === 'title' && facts.title === '') facts.title = textOfElement(element);
    if (name === 'meta' && attributes['name']?.toLowerCase() === 'author') facts.author ||= attributes['content'] ?? '';
    if (name === 'link' && attributes['rel'] === 'canonical') facts.address ||= attributes['href'] ?? '';
    const own: Weight = { plain: 0, linked: 0, prose: 0 };
    const weight: Weight = { plain: 0, linked: 0, prose: 0 };
    const isText = name !== 'template' && !NEVER_TEXT.has(name);
    const paragraphs: Weight[] = [];
    for (const child of element.children) {
      const isString = typeof child === 'string';
      const isInLink = isLinked || name === 'a';
      const inner: Visited = isString ? { weight: weightOf(child, isInLink) } : visit(child, isInLink);
      if (isString || !BLOCKS.has(child.name)) addWeight(own, inner.weight);
      if (isText) addWeight(weight, inner.weight);
      if (inner.running) paragraphs.push(inner.running);
    }
    // A paragraph's own links are part of what it says.
    const isTeaser = paragraphs.length === 1 && weight.linked > (paragraphs[0]?.linked ?? 0);
    for (const { plain } of paragraphs) weight.prose += isTeaser ? plain * TEASER : plain;
    weights.set(element, weight);
    const isRunning = BLOCKS.has(name) && own.plain >= PROSE && own.plain > 2 * own.linked;
    return { weight, running: isRunning ? own : undefined };
  };
  const { weight: whole } = visit(tree, false);
  return { ...facts, weights, whole, hiding: hidingClasses(sheets.join('\n')) };
}

export const BLOCKS = wordSet(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form head header hgroup hr html legend main nav p pre section summary li ul ol menu table tr td th h1 h2 h3 h4 h5 h6',
);
/** Letters from which a paragraph is running text. */
const PROSE = 50;
/** Share of a paragraph alone among links that counts as running text. */
const TEASER = 0.1;

function weightOf(text: string, isLinked: boolean): Weight {
  const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return isLinked ? { plain: 0, linked: letters, prose: 0 } : { plain: letters, linked: 0, prose: 0 };
}

function addWeight(sum: Weight, { plain, linked, prose }: Weight): void {
  sum.plain += plain;
  sum.linked += linked;
  sum.prose += prose;
}

/** Shares of a page's running text and of all its words that its content has at least. */
const MOST_PROSE = 0.85;
const MOST_WORDS = 0.3;

/** The innermost element with nearly all running text of a page and most of its words; the whole page where it has little of it. */
function contentRoot(tree: MarkupElement, { weights, whole }: PageFacts): MarkupElement {
  if (whole.prose < 3 * PROSE) return tree;
  const isContent = (element: MarkupElement): boolean => {
    const { prose = 0, plain = 0 } = weights.get(element) ?? {};
    return prose >= MOST_PROSE * whole.prose && plain >= MOST_WORDS * whole.plain && SECTIONS.has(element.name);
  };
  let root = tree;
  for (let next: MarkupElement | undefined = tree; next; next = elementsOf(next).find(isContent)) root = next;
  return root;
}

const SECTIONS = wordSet('html body div main article section form center table tbody tr td');

/** Page furniture: menus, lists of links beside the text, and the foot of a page, which is not that of an article. */
function isFurniture(element: MarkupElement, isInArticle: boolean, { weights }: PageFacts): boolean {
  const { name, attributes } = element;
  if (name === 'nav' || LANDMARKS.has(attributes['role'] ?? '')) return true;
  if (name !== 'footer' && name !== 'aside') return false;
  const { plain = 0, linked = 0 } = weights.get(element) ?? {};
  return linked > plain || (name === 'footer' && !isInArticle);
}

/** Checks for what lies over the page, such as a question about cookies, and has less than half of its words. */
function isOverPage(element: MarkupElement, { weights, whole }: PageFacts): boolean {
  const { role = '', style = '' } = element.attributes;
  if (!OVERLAYS.has(role) && !/(?:^|[;\s])position\s*:\s*fixed/iu.test(style)) return false;
  return 2 * (weights.get(element)?.plain ?? 0) < whole.plain;
}

const OVERLAYS = wordSet('dialog alertdialog');

function isNeverShown(element: MarkupElement, { controlled, hiding }: PageFacts): boolean {
  const { name, attributes } = element;
  if (attributes['aria-hidden'] === 'true') return true;
  if (controlled.has(attributes['id'] ?? '')) return false;
  if ('hidden' in attributes) return attributes['hidden'] !== 'until-found';
  if (name === 'dialog' && !('open' in attributes)) return true;
  if (HIDDEN.test(attributes['style'] ?? '')) return true;
  return hiding.size > 0 && (attributes['class'] ?? '').split(/\s+/u).some((one) => hiding.has(one));
}

const HIDDEN = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/iu;

/** Classes that a rule of their own hides and no other rule, such as one for an open state, shows again. */
function hidingClasses(sheet: string): ReadonlySet<string> {
  const hidden = new Set<string>();
  const shown = new Set<string>();
  for (const [selectors, declarations] of rulesOf(sheet)) {
    const hides = HIDDEN.test(declarations);
    if (!hides && !/(?:display|visibility)\s*:/iu.test(declarations)) continue;
    for (const selector of selectors.split(',')) {
      const alone = /^\s*\.([\w-]+)\s*$/u.exec(selector)?.[1];
      if (hides && alone) hidden.add(alone);
      else if (!hides) for (const [, one = ''] of selector.matchAll(/\.([\w-]+)/gu)) shown.add(one);
    }
  }
  return new Set([...hidden].filter((one) => !shown.has(one)));
}

/** Selectors and declarations of a style sheet, without those for print, small screens and the like. */
function* rulesOf(sheet: string): Generator<readonly [string, string]> {
  const [first = '', ...others] = sheet.split('/*');
  const plain = [first, ...others.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))].join(
    ' ',
  );
  let depth = 0;
  let selectors = '';
  let last = '';
  for (const token of plain.split(/([{}])/u)) {
    if (token === '{') {
      if (depth === 0) selectors = last.slice(last.lastIndexOf(';') + 1);
      depth += 1;
    } else if (token === '}') {
      if (depth === 1 && !selectors.includes('@')) yield [selectors, last];
      depth = Math.max(0, depth - 1);
    } else last = token;
  }
}
