import type { SearchIndex } from '../retrieval/index';
import { sentencesOf } from './candidates';
import { quoted } from './compose-passages';
import { forReaders } from './instructing-words';
import { plain, type DraftSentence } from './draft';
import type { Question } from './question';
import type { UnitFilter } from './retrieve-units';
import { say, WORDS } from './words';

const MOST_DOCUMENTS = 5;
const SENTENCES_OF_OPENING = 2;

/** How the documents begin, where no report tells of them and no word of the question is to be looked for. */
export function openings(index: SearchIndex, question: Question, allow: UnitFilter): readonly DraftSentence[] {
  const begun = new Set<string>();
  const sentences: DraftSentence[] = [];
  for (const [slot, { document_id: document }] of index.unitAt) {
    if (begun.size === MOST_DOCUMENTS) break;
    if (!allow(slot) || begun.has(document)) continue;
    begun.add(document);
    const first = forReaders(sentencesOf(index, slot), ({ text }) => text).slice(0, SENTENCES_OF_OPENING);
    for (const candidate of first) {
      const said = quoted(index, candidate);
      if (said) sentences.push({ ...said, role: 'item' });
    }
  }
  return sentences.length > 0 ? [plain(say(question, WORDS.openings)), ...sentences] : [];
}
