import { fenced, FENCE_RULE } from './fence';
import type { Prompt } from './prompt';

const FIELDS =
  'subject: the number of the entity that did it or of which it is claimed; object: the number of the other entity involved, or 0; type: the category of the claim in one or two words, the same for similar claims; status: TRUE if the passage confirms the claim, FALSE if it refutes it, SUSPECTED if somebody only alleges it; from and to: the first and the last day of what is claimed as YYYY-MM-DD (a single day twice), or none; sentences: the numbers of the sentences that make the claim, with commas; description: the claim and the evidence for it, in {language}';
const RULES = 'Use only what the passage says; do not infer. In descriptions put names in place of pronouns.';
const EXAMPLE = `Example input:
Names:
1 Ada Byrne
2 Larkmoor Weir
3 Noor Press
Sentences:
s1 A letter says that Ada Byrne left Larkmoor Weir open on 3 May 1911.
s2 She had been its keeper since 1 June 1909.
s3 The rumour that Noor Press paid her is untrue.
Example output:`;
const EMPTY_EXAMPLE = `Example input:
Names:
1 Ada Byrne
Sentences:
s1 Letters to Ada Byrne, box 4.
Example output:`;

/** Asks for claims about the entities that a reading found (GraphRAG A9b). Read by `core/extract/model/claims-reply`. */
export const CLAIMS: Prompt = {
  name: 'claims',
  title: 'Claims of a passage',
  doc: 'What a passage asserts of the names found in it, whether it is true, and when.',
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
${FIELDS}, on one line and without the sign |.
${RULES} If there is none, answer: none

${EXAMPLE}
claim|1|2|negligence|SUSPECTED|1911-05-03|1911-05-03|1|A letter alleges that Ada Byrne left Larkmoor Weir open on 3 May 1911.
claim|1|2|employment|TRUE|1909-06-01|none|1,2|Ada Byrne had been keeper of Larkmoor Weir since 1 June 1909.
claim|3|1|bribery|FALSE|none|none|3|The passage rejects the rumour that Noor Press paid Ada Byrne.

${EMPTY_EXAMPLE}
none`,
    json: `Answer only with one JSON object. Its list "claim" holds each claim with "subject", "object", "type", "status", "from", "to", "sentences" and "description":
${FIELDS}.
${RULES} If there is none, the list is empty.

${EXAMPLE}
{"claim":[{"subject":1,"object":2,"type":"negligence","status":"SUSPECTED","from":"1911-05-03","to":"1911-05-03","sentences":[1],"description":"A letter alleges that Ada Byrne left Larkmoor Weir open on 3 May 1911."},{"subject":1,"object":2,"type":"employment","status":"TRUE","from":"1909-06-01","to":"none","sentences":[1,2],"description":"Ada Byrne had been keeper of Larkmoor Weir since 1 June 1909."},{"subject":3,"object":1,"type":"bribery","status":"FALSE","from":"none","to":"none","sentences":[3],"description":"The passage rejects the rumour that Noor Press paid Ada Byrne."}]}

${EMPTY_EXAMPLE}
{"claim":[]}`,
  },
};
