import { sha256Text } from '../../ids';
import type { RelationshipRow } from '../../tables/tables';

/** Themes that a model named for a relationship by itself, with what they were named from. */
type Themes = Pick<RelationshipRow, 'theme_keywords' | 'theme_keywords_key'>;

/** Names what themes follow from: ends, description, predicates and evidence. A new name of an end leaves them valid. */
export const themeInputs = ({
  source_id,
  target_id,
  description,
  keywords,
  evidence_document_ids,
  evidence_starts,
  evidence_ends,
}: RelationshipRow): string =>
  sha256Text(
    JSON.stringify([
      source_id,
      target_id,
      description,
      keywords,
      evidence_document_ids,
      evidence_starts,
      evidence_ends,
    ]),
  );

const SEPARATOR = '\u001f';

/** Formats `theme_keywords_key`. */
export const themeKey = (layer: string, row: RelationshipRow): string => `${layer}${SEPARATOR}${themeInputs(row)}`;

/** The layer in a `theme_keywords_key`. */
export const themeLayer = (key: string): string => key.split(SEPARATOR)[0] ?? '';

export const NO_THEMES: Themes = { theme_keywords: Object.freeze([]), theme_keywords_key: null };

/** A relationship derived anew, with the themes of its earlier row as long as these follow from the same. */
export function withEarlierThemes(row: RelationshipRow, before: RelationshipRow | undefined): RelationshipRow {
  const { theme_keywords, theme_keywords_key: key } = before ?? NO_THEMES;
  return key !== null && key.endsWith(themeInputs(row)) ? { ...row, theme_keywords, theme_keywords_key: key } : row;
}
