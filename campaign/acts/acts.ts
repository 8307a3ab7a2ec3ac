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
