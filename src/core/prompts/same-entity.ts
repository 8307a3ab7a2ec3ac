import { fenced, FENCE_RULE } from './fence';
import type { Prompt } from './prompt';

/** Asks of pairs of names whether they mean the same. `{pairs}` are numbered; read by `core/resolve/decisions`. */
export const SAME_ENTITY: Prompt = {
  name: 'same-entity',
  title: 'Two names, one entity?',
  doc: 'Whether two names mean the same person, place, organisation or thing. Several pairs are asked at once; a yes merges them, and can be undone.',
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
