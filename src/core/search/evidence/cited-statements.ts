import { DATASETS, KIND_OF } from '../../reports/context/context-page';
import { withoutCitations } from '../../reports/model/citations';
import { detectLanguage } from '../../text/language';
import { splitSentences, type Sentences } from '../../text/sentences';
import type { StatedSpan } from '../../retrieval/reports';

/** A sentence that a model wrote, and what it cites itself. */
export interface CitedStatement {
  /** Without references, with the white space before it. */
  readonly text: string;
  readonly spans: readonly StatedSpan[];
}

/**
 * The sentences of a checked text, each with those of the sources that its own `[Data: …]` names; a sentence whose references were all false has
 * none. Null where sources do not say by what number they were cited, as those of reports without a model.
 */
export function citedStatements(text: string, sources: readonly StatedSpan[]): readonly CitedStatement[] | null {
  if (!sources.every(({ number }) => number !== undefined)) return null;
  const { ends } = sentencesOfReport(text);
  return Array.from(ends, (end, at) => {
    const sentence = text.slice(ends[at - 1] ?? 0, end);
    const cited = referencesIn(sentence);
    const spans = sources.filter(({ kind, number }) => cited.has(`${String(kind)} ${String(number)}`));
    return { text: withoutCitations(sentence), spans };
  });
}

/** The sentences of what a model wrote in a report, by the rules of its language: “z. B.” and “am 9. August” end none in German. */
export function sentencesOfReport(text: string): Sentences {
  const language = detectLanguage(withoutCitations(text));
  return splitSentences(text, language === 'und' ? 'en' : language);
}

const MARK = /\[Data: ([^\]]*)\]/gu;
const PART = /(\p{L}+) \(([\d, ]+)\)/gu;

/** What `[Data: Entities (12); Relationships (3, 8)]` names, as checked texts have it (GraphRAG A10): `entity 12` and so on. */
function referencesIn(sentence: string): ReadonlySet<string> {
  const parts = [...sentence.matchAll(MARK)].flatMap(([, content = '']) => [...content.matchAll(PART)]);
  return new Set(
    parts.flatMap(([, name, numbers = '']) => {
      const dataset = DATASETS.find((one) => one === name);
      return dataset ? numbers.split(',').map((number) => `${KIND_OF[dataset]} ${String(Number(number))}`) : [];
    }),
  );
}
