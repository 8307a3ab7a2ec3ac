import { Parser } from 'htmlparser2';
import { message } from '../../../core/message';
import type { Work } from '../../../core/work';
import { notImported } from './given-files';

/** Takes the elements of an XML file one after the other. Their names have lost the prefix of the root; other prefixes stay. */
export interface XmlHandler {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text(text: string): void;
  close(name: string): void;
}

/** Elements inside one another, at most. */
const DEPTH = 1_000;
const CHUNK = 64 * 1024;

/** The start tag of a root, with or without a prefix. */
const rootTag = (root: string): RegExp => new RegExp(`<(?:([\\p{L}_][\\p{L}\\p{N}_.-]*):)?${root}[\\s>/]`, 'u');

/** Checks if an XML file with this beginning has this root. */
export const hasRoot = (head: string, root: string): boolean => rootTag(root).test(head);

/**
 * Runs through an XML file with a given root, whatever the prefix of its namespace. Throws ParseError for another root, a file that ends too
 * early, entities that the file declares itself, and elements that are nested too deep.
 */
export function* walkXml(
  xml: string,
  { path, root, format }: { readonly path: string; readonly root: string; readonly format: string },
  handler: XmlHandler,
): Work<void> {
  const start = rootTag(root).exec(xml);
  const damaged = notImported(message`${path} is damaged, cut short or no ${format} file`, undefined, path);
  if (!start) throw damaged;
  if (/<!ENTITY\s/iu.test(xml.slice(0, start.index)))
    throw notImported(message`${path} declares entities of its own, which are not expanded here`, undefined, path);
  const prefix = start[1] === undefined ? '' : `${start[1]}:`;
  const local = (name: string): string => (name.startsWith(prefix) ? name.slice(prefix.length) : name);
  let depth = 0;
  let isWhole = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (++depth > DEPTH)
          throw notImported(message`the elements of ${path} are nested more than ${DEPTH} deep`, undefined, path);
        handler.open(local(name), attributes);
      },
      ontext: (text) => handler.text(text),
      onclosetag(name, isImplied) {
        depth--;
        handler.close(local(name));
        if (local(name) === root) isWhole = !isImplied;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  for (let at = start.index; at < xml.length; at += CHUNK) {
    parser.write(xml.slice(at, at + CHUNK));
    yield { done: at, total: xml.length };
  }
  parser.end();
  if (!isWhole) throw damaged;
}
