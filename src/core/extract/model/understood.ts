import { joinFindings, NOTHING, type Findings } from './findings';

/** What one reply holds. */
export interface Understood extends Findings {
  /** Records that the reply gives, valid or not. */
  readonly said: number;
  /** Records of it that are valid. */
  readonly valid: number;
}

/** Puts together what is valid in one reply; what the reply says twice is kept once. */
export function understood({ said, ...found }: Partial<Findings> & { readonly said: number }): Understood {
  const { entities = [], relations = [], claims = [], rejected = [] } = found;
  const findings = joinFindings(NOTHING, { entities, relations, claims, rejected });
  return { ...findings, said, valid: said - rejected.filter((reason) => reason !== 'unknown type').length };
}

/** With lines that could not be read, which were meant as records. */
export const withUnread = (one: Understood, lines: number): Understood =>
  one.said === 0 ? one : { ...one, said: one.said + lines };

/** Whether a reply can be used: something in it is valid, or it says that there is nothing. */
export const isUsable = ({ said, valid }: Understood): boolean => said === 0 || valid > 0;

/** Whether more of a reply is invalid than valid, so that what it leaves out is worth another try. */
export const isDoubtful = ({ said, valid }: Understood): boolean => (said - valid) * 2 > said;
