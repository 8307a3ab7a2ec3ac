import { markupTree, elementsOf, textOfElement, type MarkupElement } from '../markup/markup-tree';
import { openZip } from '../read-zip';
import { decodeText } from '../text/decode-text';
import { oneLine } from '../text/clean-text';
import type { OpenSource } from '../format-reader';

/** An Office or OpenDocument file, which is a ZIP file with parts in XML. */
export interface OfficePackage {
  /** Paths of all parts. */
  readonly paths: readonly string[];
  /** A part as XML; undefined where there is none of this path. */
  part(path: string): Promise<MarkupElement | undefined>;
  bytes(path: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Parts that a part names, by the id that it names them with. */
  relations(path: string): Promise<ReadonlyMap<string, Relation>>;
}

export interface Relation {
  /** Last word of its type, such as `slide`. */
  readonly kind: string;
  readonly path: string;
}

/** Opens a package. What its parts unpack to is bounded. Throws ParseError where it is damaged. */
export async function openPackage(source: OpenSource): Promise<OfficePackage> {
  const zip = await openZip(source.bytes, source);
  const part = async (path: string): Promise<MarkupElement | undefined> => {
    const bytes = await zip.find(path);
    return bytes && markupTree(decodeText(bytes, 'utf-8'), source.onProgress);
  };
  return {
    paths: zip.entries.map(({ filename }) => filename),
    part,
    bytes: (path) => zip.find(path),
    relations: async (path) => {
      const [folder, name] = splitPath(path);
      const [list] = elementsOf((await part(`${folder}_rels/${name}.rels`)) ?? EMPTY, 'Relationships');
      return new Map(
        elementsOf(list ?? EMPTY, 'Relationship').flatMap(({ attributes: { Id, Type = '', Target, TargetMode } }) =>
          Id === undefined || Target === undefined || TargetMode === 'External'
            ? []
            : [[Id, { kind: Type.slice(Type.lastIndexOf('/') + 1), path: resolvePath(folder, Target) }] as const],
        ),
      );
    },
  };
}

/** An element for a part that is missing. */
export const EMPTY: MarkupElement = { name: '', attributes: {}, children: [] };

/** Unpacks everything once, for libraries that unpack without limits. Throws ParseError where it is more than is read. */
export async function measurePackage(source: OpenSource): Promise<void> {
  const zip = await openZip(source.bytes, source);
  for (const entry of zip.entries) await zip.read(entry);
}

/** Title and author of an Office file. */
export function officeFacts(core: MarkupElement = EMPTY): { readonly title: string; readonly author: string } {
  const [properties] = elementsOf(core);
  const fact = (name: string): string => oneLine(textOfElement(elementsOf(properties ?? EMPTY, name)[0] ?? EMPTY));
  return { title: fact('title'), author: fact('creator') };
}

function splitPath(path: string): readonly [folder: string, name: string] {
  const at = path.lastIndexOf('/') + 1;
  return [path.slice(0, at), path.slice(at)];
}

/** A path in the package, as one of its parts names it. */
export function resolvePath(folder: string, target: string): string {
  const steps = (target.startsWith('/') ? target : folder + target).split('/');
  const path: string[] = [];
  for (const step of steps) {
    if (step === '..') path.pop();
    else if (step !== '.' && step !== '') path.push(step);
  }
  return path.join('/');
}
