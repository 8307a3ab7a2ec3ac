/** A description of an entity that a person had a model write: who wrote it, and the text units that it rests on. */
export interface AskedDescription {
  readonly by: string;
  readonly textUnitIds: readonly string[];
}

const MARK = 'asked ';

/** As it is kept in `description_hash`. */
export const askedMark = ({ by, textUnitIds }: AskedDescription): string =>
  `${MARK}${JSON.stringify({ by, textUnitIds })}`;

/** Undefined where a row's description was not asked for. */
export function askedDescription(hash: string | null): AskedDescription | undefined {
  return hash?.startsWith(MARK) ? (JSON.parse(hash.slice(MARK.length)) as AskedDescription) : undefined;
}

/** Whether everything that it rests on still stands among these text units. */
export function standsOn(hash: string | null, textUnitIds: Iterable<string>): boolean {
  const standing = new Set(textUnitIds);
  return askedDescription(hash)?.textUnitIds.every((id) => standing.has(id)) ?? false;
}
