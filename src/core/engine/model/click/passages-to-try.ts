import type { CallOptions } from '../../../ports/platform';
import type { Session } from '../../session';
import { readingTodo } from '../plan/reading-todo';

/** A passage on which prompts can be tried. */
export interface PassageToTry {
  readonly text_unit_id: string;
  readonly documentTitle: string;
  readonly text: string;
  /** Offset of the text in its document, in UTF-16 code units. */
  readonly start: number;
}

/** The most central passage of each document, the most central of all first; at most `count`. */
export async function passagesToTry(
  session: Session,
  count: number,
  call: CallOptions = {},
): Promise<readonly PassageToTry[]> {
  const { units } = await readingTodo(session.current(), { budget: 1 }, { ...call, env: session.env });
  const seen = new Set<string>();
  return units
    .filter(({ document }) => !seen.has(document.id) && seen.add(document.id))
    .slice(0, count)
    .map(({ document, unit: { id, text, start } }) => ({
      text_unit_id: id,
      documentTitle: document.title,
      text,
      start,
    }));
}
