import type { EngineApi } from '../../core/engine/api';
import { escapeMarkdownLine } from '../../core/text/escape-markdown';
import { Footnotes, reportMarkdown } from './book-markdown';
import type { ExportProgress } from './export-run.svelte';

/** Book to be written: the reports of these communities, in this order. */
interface WrittenBook {
  readonly title: string;
  readonly communities: readonly number[];
  /** The level of each. */
  readonly levels?: Int32Array | undefined;
}

/** Reports composed and written together. */
const TOGETHER = 20;

/** Writes reports as Markdown with their sources, a few at a time. Throws the signal's reason once it aborts. */
export async function writeBook(
  engine: Pick<EngineApi, 'bookReports'>,
  { title, communities, levels }: WrittenBook,
  write: (text: string, progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<void> {
  const total = communities.length;
  const footnotes = new Footnotes();
  write(`# ${escapeMarkdownLine(title)}\n`, { done: 0, total });
  for (let at = 0; at < total; at += TOGETHER) {
    const views = await engine.bookReports(communities.slice(at, at + TOGETHER), { signal });
    signal.throwIfAborted();
    const texts = views.flatMap((view, place) =>
      view ? [`\n${reportMarkdown(view, levels?.[at + place] ?? 0, footnotes)}\n`] : [],
    );
    write(texts.join(''), { done: Math.min(total, at + TOGETHER), total });
  }
}
