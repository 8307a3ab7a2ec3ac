import { describe, expect, it } from 'vitest';
import { requestCall } from '../../../src/core/derivation/row-request';
import { contextRequest } from '../../../src/core/contextual/ask-contexts';
import { passageWindows } from '../../../src/core/contextual/passage-windows';
import { countPromptTokens } from '../../../src/core/models/chat-model';
import { estimateTokens } from '../../../src/core/text/tokens';
import { smallWorld } from '../search/small-world';

const SENTENCE =
  'The harbour master of Grey Point wrote down every ship, its cargo, its captain and the toll that it paid. ';
const { documents, textUnits: text_units } = smallWorld({
  documents: [
    {
      id: 'log',
      title: 'Log',
      paragraphs: Array.from({ length: 60 }, (_, at) => `Day ${String(at)}. ${SENTENCE.repeat(10)}`),
    },
    { id: 'note', title: 'Note', paragraphs: ['A short note.'] },
  ],
});
const tables = { documents, text_units };
const text = documents.map((one) => one.text).join('\n');

describe('The windows in which a model sees passages', () => {
  it('cost less than 1.3 times the text as they are set', () => {
    const windows = passageWindows(tables, { passages: 2400, beginning: 100 });
    const options = { maxWords: 50, language: null, prompts: {} };
    const tokens = windows.reduce(
      (sum, one) => sum + countPromptTokens(requestCall(contextRequest(one, options)).messages),
      0,
    );
    expect(tokens).toBeLessThan(1.3 * estimateTokens(text));
  });

  it('begin with the same words of their document, all of it where that fits', () => {
    const [first, ...later] = passageWindows(tables, { passages: 2400, beginning: 100_000 });
    expect(first?.beginning).toBe('');
    const ofLog = later.filter(({ document }) => document.id === 'log');
    expect(new Set(ofLog.map(({ beginning }) => beginning)).size).toBe(1);
    expect(ofLog[0]?.beginning).toContain('Day 59.');
    expect(later.find(({ document }) => document.id === 'note')?.beginning).toBe('');
  });

  it('begin with none of it where that is set', () => {
    const windows = passageWindows(tables, { passages: 2400, beginning: 0 });
    expect(windows.every(({ beginning }) => beginning === '')).toBe(true);
  });
});
