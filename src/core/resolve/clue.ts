import type { NamedEntity } from '../extract/alias-candidates';

/** A sign that two entities may be the same. */
export interface Clue {
  readonly a: NamedEntity;
  readonly b: NamedEntity;
  /** `name` by rules about names, `brackets` of one after the other, `words` in common, `meaning` close by, `company` kept. */
  readonly kind: 'name' | 'brackets' | 'words' | 'meaning' | 'company';
  /** 0 to 1, higher is surer. */
  readonly strength: number;
}
