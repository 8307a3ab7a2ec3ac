import { message } from '../../../message';
import { fenced, FENCE_RULE, type Prompt } from '../../../prompts/prompt';
import type { RecordShape } from '../../../shapes/shape';
import { askForShape, noUsableReplies } from '../../model-call/call-model';
import { hasWords } from '../../request/question-words';
import type { SearchRun } from '../../writer/search-run';
import type { LightragChoices } from './parameters';

/** Draws the keywords of both levels from a question (LightRAG, family-2 3.1). */
export const LIGHTRAG_KEYWORDS: Prompt = {
  name: 'lightrag-keywords',
  title: 'LightRAG: keywords of a question',
  doc: 'Names what to look for before the search: names and terms, and broader themes.',
  source: 'LightRAG 1.5 keyword extraction',
  version: 1,
  system: `You name what to look up in a knowledge graph to answer a question. Use only the question; do not answer it. ${FENCE_RULE}
Answer with one JSON object:
"themes": up to 5 phrases for what the question is about on the whole, such as a topic, a relation or an aim;
"terms": up to 8 names and particular terms in the question: people, places, organisations, things, technical words.
Prefer phrases to single words, and keep the language of the question. Leave both empty if it asks for nothing.
Example: "How did the fire change the mill trade at Corran?" becomes {"themes":["effects of a fire","mill trade"],"terms":["Corran","mill","fire"]}`,
  user: `${fenced('Question: {question}')}
Themes and terms of the question, as JSON:`,
};

const PHRASE = 80;
const KEYWORDS_SHAPE = {
  kind: 'record',
  fields: {
    themes: { kind: 'texts', max: PHRASE, items: 5 },
    terms: { kind: 'texts', max: PHRASE, items: 8 },
  },
} as const satisfies RecordShape;

/** Tokens of the reply. */
export const KEYWORDS_REPLY = 200;

/** Keywords of a question: high-level ones find relationships, low-level ones entities. */
export interface Keywords {
  readonly high: readonly string[];
  readonly low: readonly string[];
}

/** Keywords that a person typed, separated by commas. */
export const typedKeywords = ({ lowKeywords, highKeywords }: TypedKeywords): Keywords => ({
  low: phrasesIn(lowKeywords),
  high: phrasesIn(highKeywords),
});

type TypedKeywords = Pick<LightragChoices, 'lowKeywords' | 'highKeywords'>;

const phrasesIn = (list: string): readonly string[] =>
  list
    .split(/[,;，、；]/u)
    .map((phrase) => phrase.trim())
    .filter(hasWords);

/** Asks for the keywords of the question; both lists may be empty. Throws ModelError, also where no reply could be read. */
export async function askKeywords(run: SearchRun): Promise<Keywords> {
  const working = message`Naming what to look for.`;
  run.emit({ kind: 'working', words: working });
  const read = await askForShape(run, {
    purpose: 'keywords',
    working,
    prompt: LIGHTRAG_KEYWORDS,
    shape: KEYWORDS_SHAPE,
    values: { question: run.question.text },
    maxTokens: KEYWORDS_REPLY,
    temperature: 0,
    documentIds: [],
  });
  if (!read) throw noUsableReplies();
  return { high: read.themes.filter(hasWords), low: read.terms.filter(hasWords) };
}
