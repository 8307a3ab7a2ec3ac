import { Parser } from 'htmlparser2';
import { message } from '../../../core/message';
import type { DrawnGraph } from './drawn-graph';
import { notImported } from './given-files';
import type { LooseRow } from './parquet-rows';

/** Whether a file is GraphML by its name. */
export const isGraphMl = (path: string): boolean => /\.graphml$/iu.test(path);

/** The nodes and edges of a GraphML file, with their data by the names that keys give it. Throws ParseError for a damaged file. */
export function readGraphMl(xml: string, path: string): DrawnGraph {
  const names = new Map<string, string>();
  const nodes: LooseRow[] = [];
  const edges: LooseRow[] = [];
  let open: Record<string, unknown> | undefined;
  let data: string | undefined;
  let words = '';
  let isGraph = false;
  let isWhole = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (name === 'graphml') isGraph = true;
        if (name === 'key') names.set(attributes['id'] ?? '', attributes['attr.name'] ?? attributes['id'] ?? '');
        if (name === 'node' || name === 'edge') {
          const { id, source, target } = attributes;
          open = name === 'node' ? { id } : { ...(id !== undefined && { id }), source, target };
          (name === 'node' ? nodes : edges).push(open);
        }
        if (name === 'data' && open) {
          data = attributes['key'] ?? '';
          words = '';
        }
      },
      ontext: (some) => void (words += some),
      onclosetag(name, isImplied) {
        if (name === 'data' && open && data !== undefined) {
          const column = names.get(data) ?? data;
          if (!Object.hasOwn(open, column)) open[column] = words;
          data = undefined;
        }
        if (name === 'node' || name === 'edge') open = undefined;
        if (name === 'graphml') isWhole = !isImplied;
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
  if (!isGraph || !isWhole)
    throw notImported(message`${path} is damaged, cut short or no GraphML file`, undefined, path);
  return { nodes, edges };
}
