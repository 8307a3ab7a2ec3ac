import { inEnglish } from '../../src/core/message';
import type { Answer } from '../../src/core/search/answer/answer';

/** What an answer notes, in English. */
export const notesOf = ({ trace }: Answer): readonly string[] => (trace.notes ?? []).map(inEnglish);
