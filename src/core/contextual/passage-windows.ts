import { groupBy } from '../arrays';
import { sha256Text } from '../ids';
import type { DocumentRow, IndexTables, TextUnitRow } from '../tables/tables';
import { clipToTokens, oneLine } from '../text/clip';

/** Consecutive passages of a document that a model sees together. */
export interface PassageWindow {
  /** Id of its first passage. */
  readonly id: string;
  readonly document: Pick<DocumentRow, 'id' | 'title'>;
  readonly units: readonly TextUnitRow[];
  /** The first words of the document, all of them where they fit, if the window does not begin with them. */
  readonly beginning: string;
  /** Changes with anything that a model is shown. */
  readonly hash: string;
}

/** Tokens that a model is shown together. */
export interface WindowSize {
  readonly passages: number;
  /** Tokens of the document's beginning, which stands before its later passages and is the same for all of them. */
  readonly beginning: number;
}

/** Cuts documents into windows of at least one passage each, in the order of the documents. */
export function passageWindows(
  { documents, text_units }: Pick<IndexTables, 'documents' | 'text_units'>,
  size: WindowSize,
): readonly PassageWindow[] {
  const unitsOf = groupBy(text_units, ({ document_id }) => document_id);
  return documents.flatMap((document) => windowsOf(document, unitsOf.get(document.id) ?? [], size));
}

function windowsOf(
  document: DocumentRow,
  units: readonly TextUnitRow[],
  { passages: tokens, beginning: shown }: WindowSize,
): readonly PassageWindow[] {
  const groups: TextUnitRow[][] = [];
  let left = 0;
  for (const unit of units) {
    if (unit.n_tokens > left) {
      groups.push([]);
      left = tokens;
    }
    groups.at(-1)?.push(unit);
    left -= unit.n_tokens;
  }
  const first = groups.length > 1 && shown > 0 ? oneLine(clipToTokens(document.text, shown)) : '';
  return groups.map((group, at) => {
    const beginning = at === 0 ? '' : first;
    const hash = sha256Text(JSON.stringify([document.title, beginning, ...shownPassages(group)]));
    return { id: group[0]?.id ?? '', document, units: group, beginning, hash };
  });
}

/** The text of each passage with its heading, without what the passage before has shown. */
export function shownPassages(units: readonly TextUnitRow[]): readonly string[] {
  return units.map((unit, at) => {
    const shownTo = Math.max(0, (units[at - 1]?.end ?? 0) - unit.start);
    return oneLine([unit.heading_path.at(-1) ?? '', unit.text.slice(shownTo)].join('\n'));
  });
}
