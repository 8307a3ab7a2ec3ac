import { replyReader, SLACK, type RequestOptions, type RowRequest } from '../derivation/row-request';
import { SUMMARY_PROMPT } from '../prompts/raptor';
import { textOfStatements, type Statement } from './summaries';
import type { RecordShape } from '../shapes/shape';
import { clipToWords, oneLine } from '../text/clip';
import { detectLanguage } from '../text/language';
import { splitSentences } from '../text/sentences';
import { terms } from '../text/terms';

/** Options of a request for a summary. */
export interface SummaryOptions extends RequestOptions {
  /** Words that are asked for. A text of more than twice as many ends with a whole sentence. */
  readonly maxWords: number;
}

/** Passages that a model sums up, each by its sentences. */
export interface ShownPassages {
  readonly passages: readonly (readonly Statement[])[];
  /** Documents whose words are in them. */
  readonly documentIds: readonly string[];
}

const TOKENS_PER_WORD = 1.5;
const FRAME = 12;
const CHARACTERS_PER_WORD = 9;

/** Expected tokens of a reply. */
const expectedReply = ({ maxWords }: Pick<SummaryOptions, 'maxWords'>): number =>
  Math.ceil(TOKENS_PER_WORD * maxWords) + FRAME;

const shapeOf = ({ maxWords }: Pick<SummaryOptions, 'maxWords'>) =>
  ({
    kind: 'record',
    fields: { summary: { kind: 'text', max: SLACK * maxWords * CHARACTERS_PER_WORD } },
  }) as const satisfies RecordShape;

/** Asks for the summary of some passages. */
export function summaryRequest(
  { passages, documentIds }: ShownPassages,
  { language, maxWords, prompts }: SummaryOptions,
): RowRequest<readonly Statement[]> {
  const shape = shapeOf({ maxWords });
  return {
    prompt: SUMMARY_PROMPT,
    values: {
      passages: passages.map((one, at) => `[${String(at + 1)}] ${oneLine(textOfStatements(one))}`).join('\n'),
      max_words: String(maxWords),
      language: language ?? 'the language of the passages',
    },
    edited: prompts[SUMMARY_PROMPT.name],
    shape,
    replyTokens: expectedReply({ maxWords }),
    documentIds,
    read: replyReader(shape, ({ summary }) => {
      const text = clipToWords(oneLine(summary), SLACK * maxWords);
      return text === '' ? null : placedSentences(text, passages.flat());
    }),
  };
}

/** Sentences at most to which one of a summary leads, and how near they must be to the nearest. */
const LEADS = 3;
const NEAR = 0.6;

/** The sentences of a summary, each with the places of those shown that have most of its words; of one without any, that of the first shown. */
export function placedSentences(text: string, shown: readonly Statement[]): readonly Statement[] {
  const language = detectLanguage(text);
  const { starts, ends } = splitSentences(text, language === 'und' ? 'en' : language);
  const known = shown.map((one) => ({ spans: one.spans, terms: new Set(terms(one.text, language)) }));
  const rarity = rarityAmong(known.map((one) => one.terms));
  return Array.from(starts, (start, at) => {
    const sentence = text.slice(start, ends[at]);
    const own = [...new Set(terms(sentence, language))];
    const scored = known.map(({ spans, terms: has }) => ({
      spans,
      score: own.reduce((sum, term) => sum + (has.has(term) ? rarity(term) : 0), 0) / Math.sqrt(1 + has.size),
    }));
    const best = scored.reduce((most, { score }) => Math.max(most, score), 0);
    const near = scored.filter(({ score }) => score >= NEAR * best).sort((a, b) => b.score - a.score);
    return { text: sentence, spans: near.slice(0, best === 0 ? 1 : LEADS).flatMap(({ spans }) => spans) };
  });
}

function rarityAmong(texts: readonly ReadonlySet<string>[]): (term: string) => number {
  const counts = new Map<string, number>();
  for (const term of texts.flatMap((own) => [...own])) counts.set(term, (counts.get(term) ?? 0) + 1);
  return (term) => Math.log(1 + texts.length / (counts.get(term) ?? texts.length));
}
