import type { RecordShape } from '../shapes/shape';
import { fenced, FENCE_RULE } from './fence';
import type { Prompt } from './prompt';

/** Asks what a collection is about, so that reading can be set to it (GraphRAG's prompt tuning, A13, in one call). */
export const TUNING: Prompt = {
  name: 'tuning',
  title: 'Fitting to the documents',
  doc: 'Proposes the field, a reader and kinds of entities from a few passages.',
  source: 'GraphRAG 3.1 prompt-tune: domain, persona, entity types and language',
  version: 1,
  system: `You prepare a collection of documents for entity extraction. Describe the collection from sample passages. ${FENCE_RULE}
Answer with one JSON object:
"domain": the field and the kind of documents, up to 12 words;
"persona": the expert who would understand them best, beginning with "a" or "an", up to 20 words;
"types": six to ten types of entities that matter in them, most useful first, each distinct, one or two lower-case words;
"claims": the kinds of claims that are worth checking, up to 20 words;
"language": the language of most passages, in English.
Example: {"domain":"letters and accounts of a river authority","persona":"a historian of waterworks","types":["person","organization","place","structure","event","payment"],"claims":"who caused damage, who knew of it, and when","language":"English"}`,
  user: `${fenced('{passages}')}
The description of the collection as JSON:`,
};

export const TUNING_SHAPE = {
  kind: 'record',
  fields: {
    domain: { kind: 'text', max: 120 },
    persona: { kind: 'text', max: 160 },
    types: { kind: 'texts', max: 30, items: 10 },
    claims: { kind: 'text', max: 200 },
    language: { kind: 'text', max: 30 },
  },
} as const satisfies RecordShape;
