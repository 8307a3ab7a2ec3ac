import { describe, expect, it } from 'vitest';
import type { Answer, AnswerSentence } from '../../../src/core/search/events';
import { forgetAnswer } from '../../../src/core/search/forget/forget-answer';
import { GONE, type Gone } from '../../../src/core/search/forget/gone';

const TEXT = 'The mill stood. Zorblat burnt it.';
const sentence = (start: number, end: number, citations: readonly number[]): AnswerSentence => ({
  text: TEXT.slice(start, end),
  role: 'sentence',
  citations,
  at: { start, end },
  support: 'supported',
});
const cited = (number: number, document_id: string) => ({
  number,
  target: { kind: 'passage' as const, textUnitId: document_id },
  passages: [{ document_id, documentTitle: document_id, start: 0, end: 9, page: null, quote: 'a quote' }],
});
const trace = { mode: 'local' as const, reason: '', sections: [], milliseconds: 1, modelCalls: 1 };
const answer: Answer = {
  mode: 'local',
  method: 'Small model',
  text: TEXT,
  sentences: [sentence(0, 15, [1]), sentence(16, 33, [2])],
  citations: [cited(1, 'ledger'), cited(2, 'diary')],
  notFound: false,
  stopped: false,
  trace,
};
const gone: Gone = {
  documents: new Set(['diary']),
  spares: (thing) => !('textUnitId' in thing) || thing.textUnitId !== 'diary',
  tells: (text) => /zorblat/iu.test(text),
  adds: (text) => /burnt|flooded/u.test(text),
};

describe('a written answer after a document was deleted', () => {
  it('says where a sentence went, also when the same is forgotten once more', () => {
    const once = forgetAnswer(answer, gone);
    expect(once.text).toBe(`The mill stood. ${GONE}`);
    expect(forgetAnswer(once, gone)).toEqual(once);
  });

  it('keeps what is to be compared with another document where the deleted one has no more of it', () => {
    const told = 'The mill stood. The mill flooded.';
    const doubted = (start: number, end: number): AnswerSentence => ({
      ...sentence(start, end, [1]),
      text: told.slice(start, end),
      support: 'partly',
      doubt: 'words',
    });
    const both = { ...answer, text: told, sentences: [doubted(0, 15), doubted(16, 33)] };
    expect(forgetAnswer(both, { ...gone, documents: new Set(['diary', 'told']) }).text).toBe(`The mill stood. ${GONE}`);
    const unfound = both.sentences.map((one) => ({ ...one, support: 'unsupported' as const, citations: [] }));
    expect(forgetAnswer({ ...both, sentences: unfound }, gone).text).not.toContain('mill');
  });

  it('loses what came nearest to a sentence that nothing said with its document', () => {
    const [told, other] = answer.sentences as [AnswerSentence, AnswerSentence];
    const unfound = { ...other, citations: [], support: 'unsupported' as const, nearest: 2 };
    const forgotten = forgetAnswer({ ...answer, sentences: [told, unfound] }, gone);
    expect(forgotten.citations.map(({ number }) => number)).toEqual([1]);
    expect(JSON.stringify(forgotten)).not.toContain('diary');
  });

  it('does not keep a name in the spelling of a document that is gone', () => {
    const { text: _text, ...extracted } = answer;
    const read = (meant: string) => `You chose Local. “Zorblatt” stands nowhere; it is read as “${meant}”.`;
    const asked = (meant: string): Answer => ({
      ...extracted,
      sentences: [],
      citations: [],
      trace: { ...trace, reason: read(meant) },
    });
    expect(forgetAnswer(asked('Zorblat'), gone).trace.reason).toBe('You chose Local.');
    expect(forgetAnswer(asked('Corran'), gone).trace.reason).toBe(read('Corran'));
  });

  it('does not say why it ended in words that may be those of the document', () => {
    const ending = 'Small model broke off: no room for “Zorblat burnt it”.';
    const broken = forgetAnswer({ ...answer, stopped: true, ending }, gone);
    expect(JSON.stringify(broken)).not.toMatch(/zorblat/iu);
    expect(broken.ending).toBe('It broke off before its end.');
  });

  it('goes on saying why it ended in words of Burrow', () => {
    const ending = 'Small model reached the length set for an answer, so the end is missing.';
    expect(forgetAnswer({ ...answer, ending }, gone).ending).toBe(ending);
  });
});
