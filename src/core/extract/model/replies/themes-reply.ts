import type { LinesShape, ShapeValue } from '../../../shapes/shape';
import { uniteKeywords } from '../../keywords';
import {
  parseDescribedReply,
  entityFields,
  relationEnds,
  type DescribedContext,
  type RelationLine,
} from './full-reply';
import type { ParsedReply, ReplyLines } from './parsed-reply';

/** Records and entities of a reply at most: LightRAG asks for no more, and nothing more is kept. */
const MOST_RECORDS = 100;
const MOST_ENTITIES = 40;
/** Themes of one relationship at most. */
const MOST_KEYWORDS = 6;

/** Shape of LightRAG readings and their gleanings; null lets any type through. */
export const themesShape = (types: readonly string[] | null) =>
  ({
    kind: 'lines',
    max: MOST_RECORDS,
    records: {
      entity: { fields: entityFields(types) },
      relation: {
        fields: {
          source: relationEnds.source,
          target: relationEnds.target,
          keywords: { kind: 'text', max: 160 },
          sentences: relationEnds.sentences,
          description: relationEnds.description,
        },
      },
    },
  }) as const satisfies LinesShape;

type Shape = ReturnType<typeof themesShape>;

/** Parses a LightRAG reply, or a gleaning. A relationship weighs 1 in each passage, so that its weight is the number of passages that state it. */
export function parseThemesReply(context: DescribedContext, { lines, repairs }: ReplyLines<Shape>): ParsedReply {
  const kept = withinLimits(lines);
  const noted = kept.length < lines.length ? [...repairs, 'cut' as const] : repairs;
  return parseDescribedReply<RelationLine & { readonly keywords: string }>(context, kept, noted, ({ keywords }) => ({
    weight: 1,
    keywords: uniteKeywords(keywords.split(/[,;，、；]/u)).slice(0, MOST_KEYWORDS),
  }));
}

function withinLimits(lines: ShapeValue<Shape>): ShapeValue<Shape> {
  let entities = 0;
  return lines.filter(({ tag }) => tag !== 'entity' || ++entities <= MOST_ENTITIES).slice(0, MOST_RECORDS);
}
