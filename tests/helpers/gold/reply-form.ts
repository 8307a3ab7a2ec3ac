/** A record of a reply: its tag and its fields in the order of the shape. */
export interface ReplyRecord {
  readonly tag: string;
  readonly [field: string]: string | number | readonly number[];
}

export type ReplyForm = 'lines' | 'json';

const TAGS = {
  compact: ['keep', 'new', 'link'],
  full: ['entity', 'relation'],
  themes: ['entity', 'relation'],
  claims: ['claim'],
} as const;

/** Records as a model writes them: lines, or the JSON that a server makes of the shape's schema. */
export function writeReply(kind: keyof typeof TAGS, form: ReplyForm, records: readonly ReplyRecord[]): string {
  if (form === 'lines') return records.map(lineOf).join('\n') || 'none';
  const lists = TAGS[kind].map((tag) => [tag, records.filter((record) => record.tag === tag).map(withoutTag)] as const);
  return JSON.stringify(Object.fromEntries(lists));
}

const lineOf = (record: ReplyRecord): string =>
  [record.tag, ...Object.values(withoutTag(record)).map(String)].join('|');

const withoutTag = ({ tag: _tag, ...fields }: ReplyRecord): Readonly<Record<string, unknown>> => fields;
