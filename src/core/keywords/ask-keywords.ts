import { replyReader, type RequestOptions, type RowRequest } from '../derivation/row-request';
import { uniteKeywords } from '../extract/keywords';
import { THEME_KEYWORDS_PROMPT } from '../prompts/themes';
import type { RecordShape } from '../shapes/shape';
import type { KeywordBatch } from './keyword-batches';

/** Themes by the place of their relationship in a batch. */
export type Themes = ReadonlyMap<number, readonly string[]>;

/** Themes of one relationship at most. */
const MOST_KEYWORDS = 4;
/** Tokens that the themes of one relationship take with their number and names of fields. */
const PER_PAIR = 26;
/** Tokens around all of them. */
const AROUND = 8;

/** Expected tokens of a reply about so many relationships. */
export const expectedReply = (pairs: number): number => AROUND + PER_PAIR * pairs;

const shapeOf = (pairs: number) =>
  ({
    kind: 'record',
    fields: {
      themes: {
        kind: 'records',
        items: pairs,
        of: {
          kind: 'record',
          fields: {
            number: { kind: 'number', min: 1, max: pairs },
            keywords: { kind: 'texts', max: 60, items: MOST_KEYWORDS },
          },
        },
      },
    },
  }) as const satisfies RecordShape;

/** Asks for the themes of a batch. */
export function keywordRequest(
  { lines, documentIds }: Pick<KeywordBatch, 'lines' | 'documentIds'>,
  { language, prompts }: RequestOptions,
): RowRequest<Themes> {
  const shape = shapeOf(lines.length);
  return {
    prompt: THEME_KEYWORDS_PROMPT,
    values: {
      relationships: lines.map((line, at) => `${String(at + 1)} ${line}`).join('\n'),
      language: language ?? 'the language of the relationships',
    },
    edited: prompts[THEME_KEYWORDS_PROMPT.name],
    shape,
    replyTokens: expectedReply(lines.length),
    documentIds,
    read: replyReader(shape, ({ themes }) => {
      const found = new Map<number, readonly string[]>();
      for (const one of themes) {
        const keywords = uniteKeywords(one.keywords);
        if (keywords.length > 0 && !found.has(one.number - 1)) found.set(one.number - 1, keywords);
      }
      return found.size > 0 ? found : null;
    }),
  };
}
