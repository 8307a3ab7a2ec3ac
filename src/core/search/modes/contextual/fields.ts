import type { RetrievalQuery, SearchIndex } from '../../../retrieval/index';
import { idfOfWord } from '../../../retrieval/lexical/asked-words';
import { countTerms, scoreWords, type CountedWords } from '../../../retrieval/lexical/counted-words';
import { rankByWords, withForms, wordsOf, type UnitFilter } from '../../../retrieval/text-units';
import type { TextUnitRow } from '../../../tables/tables';
import { passageLanguages } from '../../../text/language';
import { passageTerms } from '../../../text/terms';
import { sortedHits, type Hit } from '../../../vectors/top-k';

/** Words of a passage, and of what stands around it: title, headings and the context that a model wrote. */
interface Fields {
  readonly text: CountedWords;
  readonly context: CountedWords;
}

/** Hits of both fields together that are scored anew, for each one that is wanted. */
const POOL = 2;

/**
 * Text units by BM25 of the better one of two fields. Candidates are those that both fields together rank highest, and rarity is that in both:
 * no further index is kept.
 */
export function rankByBetterField(
  index: SearchIndex,
  query: RetrievalQuery,
  allow: UnitFilter,
  k: number,
): readonly Hit[] {
  const joined = rankByWords(index, query, allow, POOL * k);
  if (query.phrase !== undefined && query.words.length === 0) return joined.slice(0, k);
  const fields = joined.flatMap(({ id }) => {
    const unit = index.unitAt.get(id);
    return unit ? [{ id, ...fieldsOf(index, unit) }] : [];
  });
  const averageOf = (field: keyof Fields): number =>
    fields.reduce((sum, one) => sum + one[field].length, 0) / Math.max(1, fields.length);
  const averages = { text: averageOf('text'), context: averageOf('context') };
  const wanted = wordsOf(index, query).map((terms) => ({ terms, idf: idfOfWord(index.passages.bm25, terms) }));
  const scores = new Map(
    fields.map(({ id, text, context }) => [
      id,
      Math.max(scoreWords(text, wanted, averages.text), scoreWords(context, wanted, averages.context)),
    ]),
  );
  return withForms(index, query, sortedHits(scores).slice(0, k));
}

const counted = new WeakMap<TextUnitRow, Fields>();

/** Made once for each row. */
function fieldsOf(index: SearchIndex, unit: TextUnitRow): Fields {
  const before = counted.get(unit);
  if (before) return before;
  const document = index.documents.get(unit.document_id);
  const languages = passageLanguages(unit.text, document?.language ?? 'und');
  const around = [document?.title ?? '', ...unit.heading_path, unit.written_context].join('\n');
  const made = {
    text: countTerms(passageTerms(unit.text, languages)),
    context: countTerms(passageTerms(around, languages)),
  };
  counted.set(unit, made);
  return made;
}
