import type { Act } from './act';
import { COLLECTION_ACTS } from './collection-acts';
import { DOCUMENT_ACTS } from './document-acts';
import { ENTITY_ACTS } from './entity-acts';
import { NOTE_ACTS } from './note-acts';
import { QUESTION_ACTS } from './question-acts';
import { SETTING_ACTS } from './setting-acts';

/** Acts of a person that the screen acknowledges, without a model. */
export const ACTS: readonly Act[] = [
  ...DOCUMENT_ACTS,
  ...NOTE_ACTS,
  ...QUESTION_ACTS,
  ...ENTITY_ACTS,
  ...COLLECTION_ACTS,
  ...SETTING_ACTS,
];

/** Acts whose names have one of these words, parted by commas; all without words. */
export const actsNamed = (words?: string): readonly Act[] =>
  words === undefined ? ACTS : ACTS.filter(({ name }) => words.split(',').some((word) => name.includes(word)));
