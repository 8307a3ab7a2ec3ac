import { fenced, FENCE_RULE, type Prompt } from './prompt';

const ENTITY_FIELDS =
  'name: copied exactly, in its fullest form; type: one of: {types}; sentences: the numbers of the sentences about it; description: all that the passage says of what it is and does.';
const RELATIONSHIP_FIELDS =
  'source and target: names from the first list; keywords: one to four broad themes of what connects them, with commas; sentences: the numbers of those that state it; description: how the two are related.';
const RULES =
  'Use only what the passage says, and keep who says or denies it. In descriptions put names in place of pronouns. Up to 40 entities and 100 records, the most important first.';

const EXAMPLE = `Example input:
Sentences:
s1 On Tuesday Ada Byrne, keeper of Larkmoor Weir, wrote to Noor Press.
s2 She asked them to print her tables.
Example output:`;
const SECOND_EXAMPLE = `Example input:
Sentences:
s1 Zinc fell in price in 1893.
Example output:`;
const EMPTY_EXAMPLE = `Example input:
Sentences:
s1 See page 12.
Example output:`;

/**
 * LightRAG's extraction (A1.1), a variant of the full one: entities and relationships with descriptions, and with themes in place of strengths. Read by
 * `core/extract/model/replies/themes-reply`.
 */
export const THEMES_PROMPT: Prompt = {
  name: 'themes',
  title: 'Reading a passage, LightRAG',
  doc: 'Asks a capable model for entities and relationships with descriptions and the themes of each relationship, in one call.',
  source: 'LightRAG 1.5 entity extraction',
  version: 1,
  system: `Extract entities and relationships from a passage for a knowledge graph. ${FENCE_RULE}

{form}`,
  user: `${fenced(`{title}
Sentences:
{sentences}`)}
Extract every entity and every relationship that the passage states, each with its themes.`,
  forms: {
    lines: `First every entity, one per line:
entity|name|type|sentences|description
${ENTITY_FIELDS}
Then every relationship that the passage states between two of them, one per line:
relation|source|target|keywords|sentences|description
${RELATIONSHIP_FIELDS}

${RULES} Write descriptions and keywords in {language}, on one line and without the sign |. Answer only with these lines. If there is nothing, answer: none

${EXAMPLE}
entity|Ada Byrne|person|1,2|Ada Byrne is keeper of Larkmoor Weir and asked Noor Press to print her tables.
entity|Larkmoor Weir|place|1|Larkmoor Weir is a weir whose keeper is Ada Byrne.
entity|Noor Press|organization|1,2|Ada Byrne asked Noor Press to print her tables.
relation|Ada Byrne|Larkmoor Weir|water management, employment|1|Ada Byrne is the keeper of Larkmoor Weir.
relation|Ada Byrne|Noor Press|publication, correspondence|1,2|Ada Byrne wrote to Noor Press to have her tables printed.

${SECOND_EXAMPLE}
entity|Zinc|concept|1|Zinc fell in price in 1893.

${EMPTY_EXAMPLE}
none`,
    json: `Answer only with one JSON object of two lists.

First list, "entity": every entity, each with "name", "type", "sentences" and "description".
${ENTITY_FIELDS}

Second list, "relation": every relationship that the passage states between two of these entities, each with "source", "target", "keywords", "sentences" and "description".
${RELATIONSHIP_FIELDS}

${RULES} Write descriptions and keywords in {language}. If there is nothing, both lists are empty.

${EXAMPLE}
{"entity":[{"name":"Ada Byrne","type":"person","sentences":[1,2],"description":"Ada Byrne is keeper of Larkmoor Weir and asked Noor Press to print her tables."},{"name":"Larkmoor Weir","type":"place","sentences":[1],"description":"Larkmoor Weir is a weir whose keeper is Ada Byrne."},{"name":"Noor Press","type":"organization","sentences":[1,2],"description":"Ada Byrne asked Noor Press to print her tables."}],"relation":[{"source":"Ada Byrne","target":"Larkmoor Weir","keywords":"water management, employment","sentences":[1],"description":"Ada Byrne is the keeper of Larkmoor Weir."},{"source":"Ada Byrne","target":"Noor Press","keywords":"publication, correspondence","sentences":[1,2],"description":"Ada Byrne wrote to Noor Press to have her tables printed."}]}

${SECOND_EXAMPLE}
{"entity":[{"name":"Zinc","type":"concept","sentences":[1],"description":"Zinc fell in price in 1893."}],"relation":[]}

${EMPTY_EXAMPLE}
{"entity":[],"relation":[]}`,
  },
};

/** Asks for the themes of relationships that are in the index already. `{relationships}` are numbered; read by `core/keywords/ask-keywords`. */
export const THEME_KEYWORDS_PROMPT: Prompt = {
  name: 'theme-keywords',
  title: 'Themes of relationships',
  doc: 'Names the broad themes of relationships that were read before, several of them in one call, so that LightRAG finds them by these.',
  source: 'LightRAG 1.5 entity extraction, its keywords alone',
  version: 1,
  system: `You name the broad themes of relationships in a knowledge graph, so that a search finds them. ${FENCE_RULE}
Answer with one JSON object:
"themes": each relationship by its "number", with "keywords": one to four themes in {language}, such as an activity, an aim or a field. They say what connects the two, more broadly than its own words, and leave out names.
Example of two relationships: {"themes":[{"number":1,"keywords":["water management","employment"]},{"number":2,"keywords":["publication"]}]}`,
  user: `${fenced('{relationships}')}
The themes of each numbered relationship, as JSON:`,
};
