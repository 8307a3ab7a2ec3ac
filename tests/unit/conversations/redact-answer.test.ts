import type { Answer, AnswerSentence } from '../../../src/core/search/answer/answer';
import { describe, expect, it } from 'vitest';
import { NO_EVIDENCE } from '../../../src/core/search/evidence/evidence';
import { redactAnswer } from '../../../src/core/conversations/redact-answer';
import { REMOVED_SENTENCE, type Redaction } from '../../../src/core/conversations/redact-trace';
import { listMessages, message } from '../../../src/core/message';

const TEXT = 'The mill stood. Zorblat burnt it.';
const sentence = (start: number, end: number, citations: readonly number[]): AnswerSentence => ({
  text: TEXT.slice(start, end),
  citations,
  at: { start, end },
  verdict: 'quoted',
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
  evidence: NO_EVIDENCE,
  text: TEXT,
  sentences: [sentence(0, 15, [1]), sentence(16, 33, [2])],
  citations: [cited(1, 'ledger'), cited(2, 'diary')],
  notFound: false,
  stopped: false,
  trace,
};
const gone: Redaction = {
  documents: new Set(['diary']),
  includes: () => false,
  spares: (thing) => !('textUnitId' in thing) || thing.textUnitId !== 'diary',
  remains: () => true,
  mentions: (text) => /zorblat/iu.test(text),
};

describe('a written answer after a document was deleted', () => {
  it('says where a sentence went, also when the same is forgotten once more', () => {
    const once = redactAnswer(answer, gone);
    expect(once.text).toBe(`The mill stood. ${REMOVED_SENTENCE}`);
    expect(redactAnswer(once, gone)).toEqual(once);
  });

  it.each(['unverified', 'contradicted'] as const)(
    'keeps no sentence that is %s: nobody knows whence it came',
    (verdict) => {
      const sentences = answer.sentences.map((one) => ({ ...one, verdict, citations: [], nearest: 1 }));
      expect(redactAnswer({ ...answer, sentences }, gone).text).toBe(REMOVED_SENTENCE);
    },
  );

  it('loses what came nearest to a sentence that nothing said with its document', () => {
    const [told, other] = answer.sentences as [AnswerSentence, AnswerSentence];
    const unfound = { ...other, citations: [], verdict: 'unverified' as const, nearest: 2 };
    const forgotten = redactAnswer({ ...answer, sentences: [told, unfound] }, gone);
    expect(forgotten.citations.map(({ number }) => number)).toEqual([1]);
    expect(JSON.stringify(forgotten)).not.toContain('diary');
  });

  it('says nothing of why its mode was chosen that only the deleted document has', () => {
    const asked = (name: string): Answer => ({
      ...answer,
      trace: { ...trace, reason: message`It names ${listMessages([message`“${name}”`])}.` },
    });
    expect(redactAnswer(asked('Zorblat'), gone).trace.reason).toBe('');
    expect(redactAnswer(asked('Corran'), gone).trace.reason).toEqual(asked('Corran').trace.reason);
  });

  it('does not say why it ended in words that may be those of the document', () => {
    const ending = message`${'Small model'} broke off: ${message`no room for “${'Zorblat burnt it'}”`}.`;
    const broken = redactAnswer({ ...answer, stopped: true, ending }, gone);
    expect(JSON.stringify(broken)).not.toMatch(/zorblat/iu);
    expect(broken.ending).toEqual(message`It broke off before its end.`);
  });

  it.each([message`${'Small model'} broke off: ${'the mill burnt'}`, 'It broke off: the mill burnt.'])(
    'tells nothing in words of others, whatever they say: %j',
    (ending) => {
      expect(redactAnswer({ ...answer, ending }, gone).ending).toEqual(message`It broke off before its end.`);
    },
  );

  it('goes on saying why it ended in words of Burrow', () => {
    const ending = message`${'Small model'} reached the length set for an answer, so the end is missing.`;
    expect(redactAnswer({ ...answer, ending }, gone).ending).toBe(ending);
  });
});
