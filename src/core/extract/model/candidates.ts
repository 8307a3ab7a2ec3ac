import type { PhraseKind } from '../../ports/documents';
import type { ExtractionRow } from '../../tables/tables';
import { phraseOf } from '../mention-attributes';
import type { Part } from './passage';

/** Names that a model is shown at most: more cost more to read than they help. */
const MOST = 24;
/** Times that a passage must hold a name, a phrase or a single noun for it to be shown: a model can name the rest itself. */
const LEAST = [1, 2, 3];
const RANK: Readonly<Record<PhraseKind, number>> = { proper: 0, compound: 1, common: 2 };

/**
 * The mentions of a part of a text unit that are worth a model's decision, best first: names, then phrases and nouns that recur; what is
 * there most often first, and what has a type before what has none.
 */
export function candidatesOf(
  { passage, from, to }: Part,
  mentions: readonly ExtractionRow[],
): readonly ExtractionRow[] {
  const start = passage.sentences[from]?.start ?? 0;
  const end = passage.sentences[to - 1]?.end ?? start;
  return mentions
    .map((mention) => ({
      mention,
      rank: rankOf(mention),
      spans: mention.starts.filter((at) => at >= start && at < end),
    }))
    .filter(({ rank, spans }) => spans.length >= (LEAST[rank] ?? 1))
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        b.spans.length - a.spans.length ||
        Number(a.mention.type === '') - Number(b.mention.type === '') ||
        (a.spans[0] ?? 0) - (b.spans[0] ?? 0),
    )
    .slice(0, MOST)
    .map(({ mention }) => mention);
}

/** What says nothing of its phrase was named by a person or a model. */
const rankOf = (mention: ExtractionRow): number => RANK[phraseOf(mention) ?? 'proper'];
