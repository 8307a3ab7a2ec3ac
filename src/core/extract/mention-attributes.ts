import type { PhraseKind } from '../ports/documents';
import type { ExtractionRow } from '../tables/tables';

/** What a record says of its entity besides its columns. */
export interface EntityAttributes {
  readonly phrase?: PhraseKind;
  readonly aliases?: readonly string[];
}

const phraseKinds: readonly PhraseKind[] = ['proper', 'compound', 'common'];
const plain = new Map(phraseKinds.map((phrase) => [JSON.stringify({ phrase }), { phrase }]));
const none: EntityAttributes = {};

const isPhrase = (value: unknown): value is PhraseKind => phraseKinds.some((kind) => kind === value);

/** The `attributes` column of a mention. */
export function mentionAttributes(phrase: PhraseKind, aliases: readonly string[]): string {
  return JSON.stringify(aliases.length > 0 ? { phrase, aliases } : { phrase });
}

/** Reads the `attributes` column of a mention or entity; what is not as expected is left out, never an error. */
export function attributesOf(row: Pick<ExtractionRow, 'attributes'>): EntityAttributes {
  if (row.attributes === '{}') return none;
  return plain.get(row.attributes) ?? parseAttributes(row.attributes);
}

/** The kind of phrase of a mention; undefined for records that say nothing of it. */
export function phraseOf(row: Pick<ExtractionRow, 'attributes'>): PhraseKind | undefined {
  return attributesOf(row).phrase;
}

function parseAttributes(json: string): EntityAttributes {
  const value: unknown = parse(json);
  if (typeof value !== 'object' || value === null) return none;
  const phrase = 'phrase' in value && isPhrase(value.phrase) ? { phrase: value.phrase } : {};
  const aliases =
    'aliases' in value && Array.isArray(value.aliases)
      ? { aliases: value.aliases.filter((alias): alias is string => typeof alias === 'string') }
      : {};
  return { ...phrase, ...aliases };
}

/** Imported records may hold anything: what is no JSON reads as nothing. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
