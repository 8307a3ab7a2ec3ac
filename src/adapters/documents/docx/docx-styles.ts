import type { ReadPart } from './read-docx';

/** Heading level (1 is the highest) of each paragraph style that is a heading. */
export type Styles = ReadonlyMap<string, number>;

interface Style {
  name: string;
  basedOn: string;
  outline: number | undefined;
}

/** The ids that Word gives its own heading styles, for documents that bring no list of styles. */
const BUILT_IN: Styles = new Map([
  ['Title', 1],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((level) => [`Heading${level}`, Math.min(6, level)] as const),
]);

/** Reads which styles are headings: by their outline level, their built-in name, or the style they build on. */
export async function readStyles(part: ReadPart): Promise<Styles> {
  const styles = new Map<string, Style>();
  let current: Style | undefined;
  await part('word/styles.xml', {
    open: (name, attributes) => {
      const value = attributes['w:val'] ?? '';
      if (name === 'w:style') {
        current = { name: '', basedOn: '', outline: undefined };
        styles.set(attributes['w:styleId'] ?? '', current);
      } else if (!current) return;
      else if (name === 'w:name') current.name = value.toLowerCase();
      else if (name === 'w:basedOn') current.basedOn = value;
      else if (name === 'w:outlineLvl') current.outline = Number(value);
    },
    close: (name) => {
      if (name === 'w:style') current = undefined;
    },
  });
  if (styles.size === 0) return BUILT_IN;
  return new Map(
    [...styles.keys()].flatMap((id) => {
      const level = levelOf(id, styles);
      return level === undefined ? [] : [[id, level] as const];
    }),
  );
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
