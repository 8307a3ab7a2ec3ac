import { fenced, FENCE_RULE } from './fence';
import type { Prompt } from './prompt';

const RULES = 'Types: {types}. Resolve pronouns; do not infer.';
const EXAMPLE = `Example:
Names:
1 Ada Byrne
2 Tuesday
Sentences:
s1 On Tuesday Ada Byrne wrote to Noor Press.
s2 It printed her tables.
Output:`;

/**
 * Asks a small model for little: which of the names found without it matter, which are missing, and what single sentences say of two of them.
 * `{names}` and `{sentences}` are numbered; read by `core/extract/model/compact-reply`.
 */
export const COMPACT: Prompt = {
  name: 'compact',
  title: 'Reading a passage, compact',
  doc: 'For small models: names by number, relationships with the sentence that states them, no descriptions.',
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
    lines: `Answer only with lines like these:
keep|type|numbers: listed names of a type that matter
new|number|name|type: an entity missing from the list, with the next number
link|source|target|predicate|sentences: two numbers, up to six words in {language}, the sentence that says so
${RULES} If there is nothing: none

${EXAMPLE}
keep|person|1
new|3|Noor Press|organization
link|1|3|wrote to|1
link|3|1|printed tables of|2`,
    json: `Answer with one JSON object of three lists:
"keep": each type with the numbers of its listed names that matter
"new": an entity missing from the list, with the next number
"link": "source" and "target" by number, "predicate" of up to six words in {language}, "sentences" that state it
${RULES} If there is nothing, the lists are empty.

${EXAMPLE}
{"keep":[{"type":"person","numbers":[1]}],"new":[{"number":3,"name":"Noor Press","type":"organization"}],"link":[{"source":1,"target":3,"predicate":"wrote to","sentences":[1]},{"source":3,"target":1,"predicate":"printed tables of","sentences":[2]}]}`,
  },
};
