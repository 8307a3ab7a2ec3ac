import type { ExportPart } from '../../../core/ports/interop';
import { message, type Message } from '../../../core/message';
import { bytes, percentage } from '../../words/numbers';

/** Words of the export dialog. They come with it, since few visits need them. */
export const EXPORT_WORDS = {
  title: message`Export for other programs`,
  about: (name: string): Message =>
    message`Writes what Burrow knows of “${name}” in a form that other programs read. To open it in Burrow again, use Export collection.`,
  format: message`Format`,
  extent: message`What`,
  extents: {
    whole: message`The whole collection`,
    documents: message`Chosen documents`,
    community: message`A community`,
    selection: (marks: number): Message => message`Selected on the map (${marks})`,
  },
  community: message`Community`,
  documents: message`Documents`,
  levels: message`Level of communities and reports`,
  allLevels: message`All levels`,
  level: (level: number): Message => (level === 0 ? message`Top topics` : message`Level ${level}`),
  loading: message`Reading the communities`,
  snapshots: message`With the snapshots of each step`,
  aboutSnapshots: message`Adds the graph as it was read, before pruning and without your edits, graph.graphml, and the vectors of passages, entities and reports. What this collection lacks is left out.`,
  action: message`Export`,
};

/** Describes the progress of an export; `written` counts bytes. */
export function progressWords(
  progress: Extract<ExportPart, { kind: 'progress' }> | null,
  { fraction, written }: { readonly fraction: number; readonly written: number },
): Message {
  if (progress?.doing === 'reports') return message`Making the reports: ${percentage(fraction)}`;
  if (progress?.doing === 'graph') return message`Making the raw graph: ${percentage(fraction)}`;
  return message`${bytes(written)} written, ${percentage(fraction)}`;
}
