import { inEnglish } from '../../src/core/message';
import type { Answer } from '../../src/core/search/answer/answer';

/** Lists the notes of an answer, in English. */
export const notesOf = ({ trace }: Answer): readonly string[] => (trace.notes ?? []).map(inEnglish);
