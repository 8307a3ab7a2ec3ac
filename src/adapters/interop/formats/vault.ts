import { message } from '../../../core/message';
import type { GraphTables } from '../../../core/ports/interop';
import { escapeMarkdownLine } from '../../../core/text/escape-markdown';
import type { CommunityReportRow, DocumentRow, EntityRow, RelationshipRow } from '../../../core/tables/tables';
import type { ExportFormat, PackedFile } from '../export-format';
import { fileNames } from './file-names';

/** A folder of Markdown notes with links, as Obsidian opens it. */
export const markdownVault: ExportFormat = {
  name: 'vault',
  title: message`Markdown notes (Obsidian)`,
  about: message`A note for each entity, report and document, with links between them. Unpack it and open it as a vault.`,
  extension: 'vault.zip',
  mediaType: 'application/zip',
  tables: ['documents', 'entities', 'community_reports'],
  content: { kind: 'zip', files },
};

/** Links of a note to others of a kind at most: longer lists help nobody. */
const MOST_LINKS = 200;

/** Names of the notes to link to, by the id of a row. */
interface Links {
  entity(id: string): string | undefined;
  document(id: string): string | undefined;
}

function* files(tables: GraphTables): Generator<PackedFile> {
  const { documents, entities, community_reports } = tables;
  const entityFiles = named(entities);
  const documentFiles = named(documents);
  const titles = new Map([...entities, ...documents].map(({ id, title }) => [id, title]));
  // With its ending a link leads to one file, also where a name has a point in it.
  const linker = (folder: string, names: ReadonlyMap<string, string>) => (id: string) => {
    const name = names.get(id);
    return name === undefined ? undefined : `[[${folder}/${name}.md|${label(titles.get(id) ?? name)}]]`;
  };
  const links = { entity: linker('entities', entityFiles), document: linker('documents', documentFiles) };
  const relationships = byEntity(tables.relationships);
  const documentOf = new Map(tables.text_units.map((row) => [row.id, row.document_id]));
  const members = new Map(tables.communities.map((row) => [row.community, row.entity_ids]));
  for (const row of entities) {
    const inDocuments = new Set(row.text_unit_ids.flatMap((id) => documentOf.get(id) ?? []));
    const text = entityNote(row, relationships.get(row.id) ?? [], inDocuments, links);
    yield { path: `entities/${entityFiles.get(row.id) ?? row.id}.md`, text };
  }
  const nameReport = fileNames();
  for (const row of community_reports) {
    const text = reportNote(row, members.get(row.community) ?? [], links);
    yield { path: `reports/${nameReport(row.title || `Community ${String(row.community)}`)}.md`, text };
  }
  const mentioned = entitiesByDocument(tables, documentOf);
  for (const row of documents) {
    const text = documentNote(row, mentioned.get(row.id) ?? new Set(), links);
    yield { path: `documents/${documentFiles.get(row.id) ?? row.id}.md`, text };
  }
}

/** File names by id; those of each folder are unique. */
function named(rows: readonly { readonly id: string; readonly title: string }[]): ReadonlyMap<string, string> {
  const name = fileNames();
  return new Map(rows.map(({ id, title }) => [id, name(title)]));
}

function byEntity(rows: readonly RelationshipRow[]): ReadonlyMap<string, readonly RelationshipRow[]> {
  const found = new Map<string, RelationshipRow[]>();
  for (const row of rows) {
    for (const id of new Set([row.source_id, row.target_id])) {
      const list = found.get(id);
      if (list) list.push(row);
      else found.set(id, [row]);
    }
  }
  return found;
}

function entitiesByDocument(
  { entities }: GraphTables,
  documentOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const { id, text_unit_ids } of entities) {
    for (const unit of text_unit_ids) {
      const document = documentOf.get(unit) ?? '';
      const list = found.get(document);
      if (list) list.add(id);
      else found.set(document, new Set([id]));
    }
  }
  return found;
}

function entityNote(
  row: EntityRow,
  relationships: readonly RelationshipRow[],
  documents: ReadonlySet<string>,
  links: Links,
): string {
  const related = (one: RelationshipRow): string | undefined => {
    const link = links.entity(one.source_id === row.id ? one.target_id : one.source_id);
    return link === undefined ? undefined : `${link}: ${escapeMarkdownLine(one.description)}`;
  };
  const byWeight = [...relationships].sort((a, b) => b.weight - a.weight);
  return note(
    { id: row.id, type: row.type, aliases: row.aliases, frequency: row.frequency, degree: row.degree },
    row.title,
    [
      escapeMarkdownLine(row.description),
      section('Relationships', byWeight, related),
      section('Documents', [...documents], (id) => links.document(id)),
    ],
  );
}

function reportNote(row: CommunityReportRow, members: readonly string[], links: Links): string {
  const facts = { id: row.id, community: row.community, level: row.level, rank: row.rank, size: row.size };
  return note(facts, row.title, [
    escapeMarkdownLine(row.summary),
    ...row.findings.map(
      ({ summary, explanation }) => `## ${escapeMarkdownLine(summary)}\n\n${escapeMarkdownLine(explanation)}`,
    ),
    section('Entities', members, (id) => links.entity(id)),
  ]);
}

function documentNote(row: DocumentRow, entities: ReadonlySet<string>, links: Links): string {
  return note({ id: row.id, path: row.source_path, added: row.creation_date }, row.title, [
    quoted(row.text),
    section('Entities', [...entities], (id) => links.entity(id)),
  ]);
}

/** A heading with a list below it, and the number of items that are left out. */
function section<T>(title: string, items: readonly T[], line: (item: T) => string | undefined): string {
  const lines = items.slice(0, MOST_LINKS).flatMap((item) => {
    const words = line(item);
    return words === undefined ? [] : [`- ${words}`];
  });
  if (lines.length === 0) return '';
  const more = items.length - MOST_LINKS;
  return `## ${title}\n\n${[...lines, ...(more > 0 ? [`- and ${String(more)} more`] : [])].join('\n')}`;
}

/** Characters that YAML forbids or takes for a line's end (YAML 1.2, section 5.1, and 1.1). */
const NOT_YAML = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/gu;

/** A value as JSON that is YAML too: so it cannot end the properties, or add one. */
const yaml = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part)).replace(
    NOT_YAML,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const note = (facts: Readonly<Record<string, unknown>>, title: string, parts: readonly string[]): string => {
  const properties = Object.entries(facts).map(([name, value]) => `${name}: ${yaml(value)}`);
  const head = `---\n${properties.join('\n')}\n---`;
  return `${[head, `# ${escapeMarkdownLine(title)}`, ...parts.filter((part) => part !== '')].join('\n\n')}\n`;
};

/**
 * Text as written, in which nothing is Markdown: pictures in it would be fetched, and some of its code run, by who
 * opens the note.
 */
const quoted = (text: string): string => {
  const longest = (text.match(/`+/gu) ?? []).reduce((most, { length }) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text.toWellFormed()}\n${fence}`;
};

/** Returns the text of a link. */
const label = (title: string): string =>
  title
    .toWellFormed()
    .replace(/[\s\p{Cc}|[\]]+/gu, ' ')
    .trim();
