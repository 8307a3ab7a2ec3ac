import { mapConcurrent } from '../async';
import { headingsOf } from '../tables/documents';
import { cutTextUnits, TEXT_UNIT_PARAMETERS, type TextUnitParameters } from '../text/text-units';
import { documentStep, type DocumentPorts } from './step';
import type { CallOptions } from '../platform';
import { asPart, finish, runWork, type Work, type WorkProgress } from '../work';
import { recordMentions, sentencesOf, type DocumentSentence } from '../extract/mention-records';
import type { MentionResult } from '../ports/documents';

/** Cuts a document into text units (GraphRAG A2). */
export const textUnitsStep = documentStep({
  scope: 'document',
  share: 0.15,
  name: 'text units',
  title: 'Text units',
  doc: 'Cuts documents into passages at sentence borders; search finds these. After a change, a model has to read them again.',
  parameters: TEXT_UNIT_PARAMETERS,
  reads: ['documents'],
  writes: ['text_units'],
  run: async ({ documents: [document] }, values: TextUnitParameters, ports, options) => {
    const cutting = cutTextUnits({ ...document, headings: headingsOf(document) }, values, ports.cuts);
    return { text_units: await runInTurns(cutting, ports, options) };
  },
});

/** Characters of text that a mention worker gets at a time. Phrases are merged only within a slice, so this affects the result. */
const SLICE_CHARACTERS = 200_000;

/** Finds who and what is mentioned, without a model (GraphRAG A6.1's place in the pipeline). */
export const mentionsStep = documentStep({
  scope: 'document',
  share: 0.85,
  name: 'mentions',
  title: 'Mentions',
  doc: 'Finds names, compounds and nouns sentence by sentence, without a model.',
  parameters: [],
  reads: ['documents', 'text_units'],
  writes: ['extractions'],
  run: async ({ documents: [document], text_units }, _values, ports, options) => {
    const { mentions, onFraction } = ports;
    const slices = slicesOf(sentencesOf(text_units));
    let done = 0;
    const results = await mapConcurrent(slices, CONCURRENT_SLICES, async (slice) => {
      const batch = { language: document.language, sentences: slice.map(({ text }) => text) };
      const result = await mentions.find(batch, options);
      onFraction?.((FINDING_SHARE * ++done) / slices.length);
      return result;
    });
    const records = recordMentions(text_units, joined(slices, results));
    return { extractions: await runInTurns(asPart(records, FINDING_SHARE, 1), ports, options) };
  },
});

/** Runs work to its end, in turns with others where there is a clock. */
function runInTurns<T>(
  work: Work<T>,
  { clock, onFraction }: Pick<DocumentPorts, 'clock' | 'onFraction'>,
  options: CallOptions,
): Promise<T> {
  const onProgress = ({ done, total }: WorkProgress): void => onFraction?.(done / total);
  return clock ? runWork(work, { ...options, clock, onProgress }) : Promise.resolve(finish(work));
}

/** Share of the step's time after which mentions are found and only their records are to be made. */
const FINDING_SHARE = 0.85;

/** Slices of one document given to workers at a time: enough to keep all busy, few enough to let another document in. */
const CONCURRENT_SLICES = 8;

function slicesOf(sentences: Iterable<DocumentSentence>): readonly (readonly DocumentSentence[])[] {
  const slices: DocumentSentence[][] = [];
  let characters = Infinity;
  for (const sentence of sentences) {
    if (characters >= SLICE_CHARACTERS) {
      slices.push([]);
      characters = 0;
    }
    slices.at(-1)?.push(sentence);
    characters += sentence.end - sentence.start;
  }
  return slices;
}

/** One result over all sentences from one per slice. */
function joined(slices: readonly (readonly DocumentSentence[])[], results: readonly MentionResult[]): MentionResult {
  const count = results.reduce((sum, result) => sum + result.sentence.length, 0);
  const columns = {
    sentence: new Int32Array(count),
    start: new Int32Array(count),
    end: new Int32Array(count),
    title: new Int32Array(count),
  };
  const titles: MentionResult['titles'][number][] = [];
  let at = 0;
  let sentencesBefore = 0;
  for (const [i, result] of results.entries()) {
    columns.start.set(result.start, at);
    columns.end.set(result.end, at);
    columns.sentence.set(
      result.sentence.map((sentence) => sentence + sentencesBefore),
      at,
    );
    columns.title.set(
      result.title.map((title) => title + titles.length),
      at,
    );
    at += result.sentence.length;
    sentencesBefore += slices[i]?.length ?? 0;
    for (const title of result.titles) titles.push(title);
  }
  return { ...columns, titles };
}
