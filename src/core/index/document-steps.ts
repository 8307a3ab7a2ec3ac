import { mapConcurrent } from '../async';
import { headingsOf } from '../tables/documents';
import { makeTextUnits, TEXT_UNIT_PARAMETERS, type TextUnitParameters } from '../text/text-units';
import { documentStep } from './step';
import { mentionRecords, sentencesOf, type DocumentSentence } from '../extract/mention-records';
import type { MentionResult } from '../ports/documents';

/** Cuts a document into text units (GraphRAG A2). */
export const textUnitsStep = documentStep({
  scope: 'document',
  name: 'text units',
  title: 'Text units',
  doc: 'Cuts documents into passages at sentence borders; search finds these. After a change, a model has to read them again.',
  parameters: TEXT_UNIT_PARAMETERS,
  reads: ['documents'],
  writes: ['text_units'],
  run: async ({ documents: [document] }, values: TextUnitParameters) => ({
    text_units: makeTextUnits({ ...document, headings: headingsOf(document) }, values),
  }),
});

/** Characters of text that a mention worker gets at a time. Phrases are merged only within a slice, so this affects the result. */
const SLICE_CHARACTERS = 200_000;

/** Finds who and what is mentioned, without a model (GraphRAG A6.1's place in the pipeline). */
export const mentionsStep = documentStep({
  scope: 'document',
  name: 'mentions',
  title: 'Mentions',
  doc: 'Finds names, compounds and nouns sentence by sentence, without a model.',
  parameters: [],
  reads: ['documents', 'text_units'],
  writes: ['extractions'],
  run: async ({ documents: [document], text_units }, _values, { mentions, onFraction }, options) => {
    const slices = slicesOf(sentencesOf(text_units));
    let done = 0;
    const results = await mapConcurrent(slices, CONCURRENT_SLICES, async (slice) => {
      const batch = { language: document.language, sentences: slice.map(({ text }) => text) };
      const result = await mentions.find(batch, options);
      onFraction?.(++done / slices.length);
      return result;
    });
    return { extractions: mentionRecords(text_units, joined(slices, results)) };
  },
});

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
