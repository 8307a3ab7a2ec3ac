import { fenced, FENCE_RULE, type Prompt } from './prompt';
import type { RecordShape } from '../shapes/shape';

const ENTITY_FIELDS =
  'name: copied exactly, in the fullest form that the passage has; type: one of: {types}; sentences: the numbers of the sentences about the entity; description: everything that the passage says about what it is and does.';
const RELATIONSHIP_FIELDS =
  'source and target: names of entities from the first list; strength: from 1 (in passing) to 10 (it defines them); sentences: the numbers of the sentences that state it; description: how the two are related.';
const FULL_RULES =
  'Use only what the passage says; do not infer, and keep who says or denies it. In descriptions put names in place of pronouns.';
const FULL_EXAMPLE = `Example input:
Sentences:
s1 On Tuesday Ada Byrne, keeper of Larkmoor Weir, wrote to Noor Press.
s2 She asked them to print her tables.
Example output:`;
const EMPTY_FULL_EXAMPLE = `Example input:
Sentences:
s1 See page 12.
Example output:`;

/**
 * GraphRAG's extraction (A4) for capable models: entities and relationships with descriptions, each with the sentences that prove it.
 * Read by `core/extract/model/full-reply`.
 */
export const FULL_PROMPT: Prompt = {
  name: 'full',
  title: 'Reading a passage, full',
  takesTuples: true,
  doc: 'Asks a capable model for entities and relationships with descriptions and strengths, as GraphRAG does. You may paste in GraphRAG’s own prompt.',
  source: 'GraphRAG 3.1 extract_graph',
  version: 2,
  system: `Extract entities and relationships from a passage for a knowledge graph. ${FENCE_RULE}

{form}`,
  user: `${fenced(`{title}
Sentences:
{sentences}`)}
Extract every entity and every relationship that the passage states.`,
  forms: {
    lines: `First extract every entity, one per line:
entity|name|type|sentences|description
${ENTITY_FIELDS}

Then extract every relationship that the passage states between two of these entities, one per line:
relation|source|target|strength|sentences|description
${RELATIONSHIP_FIELDS}

${FULL_RULES} Write descriptions in {language}, on one line and without the sign |. Answer only with these lines. If there is nothing, answer: none

${FULL_EXAMPLE}
entity|Ada Byrne|person|1,2|Ada Byrne is keeper of Larkmoor Weir and asked Noor Press to print her tables.
entity|Larkmoor Weir|place|1|Larkmoor Weir is a weir whose keeper is Ada Byrne.
entity|Noor Press|organization|1,2|Ada Byrne asked Noor Press to print her tables.
relation|Ada Byrne|Larkmoor Weir|8|1|Ada Byrne is the keeper of Larkmoor Weir.
relation|Ada Byrne|Noor Press|6|1,2|Ada Byrne wrote to Noor Press to have her tables printed.

${EMPTY_FULL_EXAMPLE}
none`,
    json: `Answer only with one JSON object of two lists.

First list, "entity": every entity, each with "name", "type", "sentences" and "description".
${ENTITY_FIELDS}

Second list, "relation": every relationship that the passage states between two of these entities, each with "source", "target", "strength", "sentences" and "description".
${RELATIONSHIP_FIELDS}

${FULL_RULES} Write descriptions in {language}. If there is nothing, both lists are empty.

${FULL_EXAMPLE}
{"entity":[{"name":"Ada Byrne","type":"person","sentences":[1,2],"description":"Ada Byrne is keeper of Larkmoor Weir and asked Noor Press to print her tables."},{"name":"Larkmoor Weir","type":"place","sentences":[1],"description":"Larkmoor Weir is a weir whose keeper is Ada Byrne."},{"name":"Noor Press","type":"organization","sentences":[1,2],"description":"Ada Byrne asked Noor Press to print her tables."}],"relation":[{"source":"Ada Byrne","target":"Larkmoor Weir","strength":8,"sentences":[1],"description":"Ada Byrne is the keeper of Larkmoor Weir."},{"source":"Ada Byrne","target":"Noor Press","strength":6,"sentences":[1,2],"description":"Ada Byrne wrote to Noor Press to have her tables printed."}]}

${EMPTY_FULL_EXAMPLE}
{"entity":[],"relation":[]}`,
  },
};

/** A further turn of the same conversation; its system part is that of the first turn. */
export const GLEANING: Prompt = {
  name: 'gleaning',
  title: 'What was missed',
  doc: 'Asks in a further turn for what the first answer left out.',
  source: 'GraphRAG 3.1 extract_graph, the further turn',
  version: 2,
  system: '',
  user: 'Your answer is incomplete. Read the passage again and add only what is still missing, {form}',
  forms: {
    lines: 'in lines of the same forms and with the same types. If nothing is missing, answer: none',
    json: 'in a JSON object of the same form and with the same types. If nothing is missing, its lists are empty.',
  },
};

/** Prompt between two gleanings: a decision of one letter. */
export const GLEANING_MORE: Prompt = {
  name: 'gleaning more',
  title: 'Whether anything is still missing',
  doc: 'Asks between two further turns whether another one is worth its cost.',
  source: 'GraphRAG 3.1 extract_graph, the question between two further turns',
  version: 2,
  system: '',
  user: 'Is anything in the passage still missing from your answers? {form}: Y for yes, N for no.',
  forms: { lines: 'Answer with one letter', json: 'Answer with one letter in JSON, as {"choice":"N"}' },
};

const COMPACT_RULES = 'Types: {types}. Resolve pronouns; do not infer.';
const COMPACT_EXAMPLE = `Example:
Names:
1 Ada Byrne
2 Tuesday
Sentences:
s1 On Tuesday Ada Byrne wrote to Noor Press.
s2 It printed her tables.
Output:`;

/**
 * Asks a small model for little: the relevant ones of the names found without it, missing names, and the statements of
 * single sentences on two of them. `{names}` and `{sentences}` are numbered; read by
 * `core/extract/model/compact-reply`.
 */
export const COMPACT_PROMPT: Prompt = {
  name: 'compact',
  title: 'Reading a passage, compact',
  doc: 'Asks a small model for names by number and relationships with the sentence that states them, without descriptions.',
  source: 'GraphRAG 3.1 extract_graph, for small models: its descriptions and strengths are left out',
  version: 2,
  system: `Extract entities and relationships from a passage for a knowledge graph. ${FENCE_RULE} {form}`,
  user: `${fenced(`{title}
Names:
{names}
Sentences:
{sentences}`)}
List every stated relationship.`,
  forms: {
    lines: `Answer only with such lines:
keep|type|numbers: listed names of a type that matter
new|number|name|type: an entity missing from the list, with the next number
link|source|target|predicate|sentences: two numbers, up to six words in {language}, the sentence that says so
${COMPACT_RULES} If nothing: none

${COMPACT_EXAMPLE}
keep|person|1
new|3|Noor Press|organization
link|1|3|wrote to|1
link|3|1|printed tables of|2`,
    json: `Answer with one JSON object of three lists:
"keep": each type with the numbers of its listed names that matter
"new": an entity missing from the list, with the next number
"link": "source" and "target" by number, "predicate" of up to six words in {language}, "sentences" that state it
${COMPACT_RULES} If there is nothing, the lists are empty.

${COMPACT_EXAMPLE}
{"keep":[{"type":"person","numbers":[1]}],"new":[{"number":3,"name":"Noor Press","type":"organization"}],"link":[{"source":1,"target":3,"predicate":"wrote to","sentences":[1]},{"source":3,"target":1,"predicate":"printed tables of","sentences":[2]}]}`,
  },
};

const CLAIM_FIELDS =
  'subject: the number of the entity that did it or of which it is claimed; object: the number of the other entity involved, or 0; type: the category of the claim in one or two words, the same for similar claims; status: TRUE if the passage confirms the claim, FALSE if it refutes it, SUSPECTED if somebody only alleges it; from and to: the first and the last day of what is claimed as YYYY-MM-DD (a single day twice), or none; sentences: the numbers of the sentences that make the claim, with commas; description: the claim and the evidence for it, in {language}';
const CLAIM_RULES = 'Use only what the passage says; do not infer. In descriptions put names in place of pronouns.';
const CLAIM_EXAMPLE = `Example input:
Names:
1 Ada Byrne
2 Larkmoor Weir
3 Noor Press
Sentences:
s1 A letter says that Ada Byrne left Larkmoor Weir open on 3 May 1911.
s2 She had been its keeper since 1 June 1909.
s3 The rumour that Noor Press paid her is untrue.
Example output:`;
const EMPTY_CLAIM_EXAMPLE = `Example input:
Names:
1 Ada Byrne
Sentences:
s1 Letters to Ada Byrne, box 4.
Example output:`;

/** Asks for claims about the entities that a reading found (GraphRAG A9b). Read by `core/extract/model/claims-reply`. */
export const CLAIMS_PROMPT: Prompt = {
  name: 'claims',
  title: 'Claims of a passage',
  doc: 'Asks what a passage asserts of the names found in it, whether it is true, and when.',
  source: 'GraphRAG 3.1 extract_claims',
  version: 2,
  system: `You extract claims about listed entities from a passage. ${FENCE_RULE}
Claims to extract: {about}

{form}`,
  user: `${fenced(`{title}
Names:
{names}
Sentences:
{sentences}`)}
Extract every claim about the listed entities, each with the sentences that make it.`,
  forms: {
    lines: `Answer only with one claim per line:
claim|subject|object|type|status|from|to|sentences|description
${CLAIM_FIELDS}, on one line and without the sign |.
${CLAIM_RULES} If there is none, answer: none

${CLAIM_EXAMPLE}
claim|1|2|negligence|SUSPECTED|1911-05-03|1911-05-03|1|A letter alleges that Ada Byrne left Larkmoor Weir open on 3 May 1911.
claim|1|2|employment|TRUE|1909-06-01|none|1,2|Ada Byrne had been keeper of Larkmoor Weir since 1 June 1909.
claim|3|1|bribery|FALSE|none|none|3|The passage rejects the rumour that Noor Press paid Ada Byrne.

${EMPTY_CLAIM_EXAMPLE}
none`,
    json: `Answer only with one JSON object. Its list "claim" holds each claim with "subject", "object", "type", "status", "from", "to", "sentences" and "description":
${CLAIM_FIELDS}.
${CLAIM_RULES} If there is none, the list is empty.

${CLAIM_EXAMPLE}
{"claim":[{"subject":1,"object":2,"type":"negligence","status":"SUSPECTED","from":"1911-05-03","to":"1911-05-03","sentences":[1],"description":"A letter alleges that Ada Byrne left Larkmoor Weir open on 3 May 1911."},{"subject":1,"object":2,"type":"employment","status":"TRUE","from":"1909-06-01","to":"none","sentences":[1,2],"description":"Ada Byrne had been keeper of Larkmoor Weir since 1 June 1909."},{"subject":3,"object":1,"type":"bribery","status":"FALSE","from":"none","to":"none","sentences":[3],"description":"The passage rejects the rumour that Noor Press paid Ada Byrne."}]}

${EMPTY_CLAIM_EXAMPLE}
{"claim":[]}`,
  },
};

/** Asks of pairs of names whether they mean the same. `{pairs}` are numbered; read by `core/resolve/decisions`. */
export const SAME_ENTITY: Prompt = {
  name: 'same-entity',
  title: 'Two names, one entity?',
  doc: 'Asks whether two names mean the same person, place, organisation or thing, several pairs at once. A yes merges them, and can be undone.',
  source: 'Burrow’s own; GraphRAG merges equal titles only',
  version: 2,
  system: `You decide whether two names mean the same entity. Each numbered pair has a name A and a name B, with sentences that use them. ${FENCE_RULE}
Yes: a short form, a title, initials, another spelling or another language of the same name.
No: two members of a family, a part and its whole, two things of one kind. If the names could be of two and the sentences do not settle it, answer no.
{form}`,
  user: `${fenced('{pairs}')}
Decide each pair by its sentences, yes or no:`,
  forms: {
    lines: `Answer only with one line per pair. Example of three pairs:
no|1
yes|2
no|3`,
    json: `Answer only with one JSON object of two lists, each pair in one of them. Example of three pairs:
{"yes":[{"pair":2}],"no":[{"pair":1},{"pair":3}]}`,
  },
};

/** Asks what a collection is about, so that reading can be set to it (GraphRAG's prompt tuning, A13, in one call). */
export const TUNING_PROMPT: Prompt = {
  name: 'tuning',
  title: 'Adapting to the documents',
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
