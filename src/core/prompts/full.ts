import { fenced, FENCE_RULE } from './fence';
import type { Prompt } from './prompt';

const ENTITY =
  'name: copied exactly, in the fullest form that the passage has; type: one of: {types}; sentences: the numbers of the sentences about the entity; description: everything that the passage says about what it is and does.';
const RELATION =
  'source and target: names of entities from the first list; strength: from 1 (in passing) to 10 (it defines them); sentences: the numbers of the sentences that state it; description: how the two are related.';
const RULES =
  'Use only what the passage says; do not infer, and keep who says or denies it. In descriptions put names in place of pronouns.';
const EXAMPLE = `Example input:
Sentences:
s1 On Tuesday Ada Byrne, keeper of Larkmoor Weir, wrote to Noor Press.
s2 She asked them to print her tables.
Example output:`;
const EMPTY_EXAMPLE = `Example input:
Sentences:
s1 See page 12.
Example output:`;

/**
 * GraphRAG's extraction (A4) for capable models: entities and relationships with descriptions, each with the sentences that prove it.
 * Read by `core/extract/model/full-reply`.
 */
export const FULL: Prompt = {
  name: 'full',
  title: 'Reading a passage, full',
  takesTuples: true,
  doc: 'For capable models: entities and relationships with descriptions and strengths, as GraphRAG asks for them. GraphRAG’s own prompt may be pasted in.',
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
${ENTITY}

Then extract every relationship that the passage states between two of these entities, one per line:
relation|source|target|strength|sentences|description
${RELATION}

${RULES} Write descriptions in {language}, on one line and without the sign |. Answer only with these lines. If there is nothing, answer: none

${EXAMPLE}
entity|Ada Byrne|person|1,2|Ada Byrne is keeper of Larkmoor Weir and asked Noor Press to print her tables.
entity|Larkmoor Weir|place|1|Larkmoor Weir is a weir whose keeper is Ada Byrne.
entity|Noor Press|organization|1,2|Ada Byrne asked Noor Press to print her tables.
relation|Ada Byrne|Larkmoor Weir|8|1|Ada Byrne is the keeper of Larkmoor Weir.
relation|Ada Byrne|Noor Press|6|1,2|Ada Byrne wrote to Noor Press to have her tables printed.

${EMPTY_EXAMPLE}
none`,
    json: `Answer only with one JSON object of two lists.

First list, "entity": every entity, each with "name", "type", "sentences" and "description".
${ENTITY}

Second list, "relation": every relationship that the passage states between two of these entities, each with "source", "target", "strength", "sentences" and "description".
${RELATION}

${RULES} Write descriptions in {language}. If there is nothing, both lists are empty.

${EXAMPLE}
{"entity":[{"name":"Ada Byrne","type":"person","sentences":[1,2],"description":"Ada Byrne is keeper of Larkmoor Weir and asked Noor Press to print her tables."},{"name":"Larkmoor Weir","type":"place","sentences":[1],"description":"Larkmoor Weir is a weir whose keeper is Ada Byrne."},{"name":"Noor Press","type":"organization","sentences":[1,2],"description":"Ada Byrne asked Noor Press to print her tables."}],"relation":[{"source":"Ada Byrne","target":"Larkmoor Weir","strength":8,"sentences":[1],"description":"Ada Byrne is the keeper of Larkmoor Weir."},{"source":"Ada Byrne","target":"Noor Press","strength":6,"sentences":[1,2],"description":"Ada Byrne wrote to Noor Press to have her tables printed."}]}

${EMPTY_EXAMPLE}
{"entity":[],"relation":[]}`,
  },
};
