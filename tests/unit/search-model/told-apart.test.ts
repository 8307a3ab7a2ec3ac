import { describe, expect, it } from 'vitest';
import type { ChatModelInfo } from '../../../src/core/models/chat-model';
import { indexOf } from '../search/ask';
import { HARBOUR_WORLD } from '../search/harbour';
import { smallWorld } from '../search/small-world';
import { manyReports } from './many-reports';
import { FOUNDED, mapReply, purposeOf, stepReply } from './mode-replies';
import { MODEL, searched, type Script } from './scripted-asker';

const MODES = ['local', 'basic', 'global', 'drift'] as const;
const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const withoutReports = indexOf(smallWorld({ ...HARBOUR_WORLD, communities: [] }));
const question = 'Who founded the Harbour Company?';

const withWindow = (contextWindow: number): ChatModelInfo => ({
  ...MODEL,
  capabilities: { ...MODEL.capabilities, contextWindow },
});

/** The words of an answer, and what else is needed to come to it. */
const writing =
  (answer: string): Script =>
  (call) => {
    const purpose = purposeOf(call);
    if (purpose === 'map') return mapReply(FOUNDED);
    if (purpose === 'primer') return stepReply(FOUNDED, ['Who was Clara Voss?']);
    return purpose === 'step' ? stepReply(FOUNDED) : answer;
  };

describe.each(MODES)('%s search', (mode) => {
  it('takes a prompt without room for documents for a failure, never for documents that hold nothing', async () => {
    const long = `${question} ${'灯塔由谁设计，何时建成，如何运作？'.repeat(230)}`;
    const asked = searched(harbour, { question: long, mode }, writing(FOUNDED));
    await expect(asked).rejects.toThrow(/leave no room for your documents/u);
  });

  it('either answers or says why not, in a window of any size', async () => {
    for (let contextWindow = 300; contextWindow < 1500; contextWindow += 60) {
      const asked = searched(harbour, { question, mode }, writing(FOUNDED), { model: withWindow(contextWindow) });
      const said = await asked.then(
        ({ answer }) => (answer.notFound ? 'not found' : 'answered'),
        (error: unknown) => (error instanceof Error && error.message.includes('leave no room') ? 'no room' : error),
      );
      expect(['answered', 'no room']).toContain(said);
    }
  });

  it('lets one sentence in other words stand, and never takes it for documents that hold nothing', async () => {
    const other = 'Voss, so it seems, was the person who got that business going in its earliest days.';
    const { answer } = await searched(harbour, { question, mode }, writing(other));
    expect(answer).toMatchObject({ notFound: false, text: other });
  });

  it('says before an answer that nothing says so in these words', async () => {
    const wrong = 'The Harbour Company was founded in 1873 by Clara Voss.';
    const { answer } = await searched(harbour, { question, mode }, writing(wrong));
    expect(answer.sentences.map(({ support }) => support)).toEqual(['unsupported']);
    expect(answer).toMatchObject({ notFound: false, text: wrong });
    expect(answer.lead).toContain('says so in these words');
  });

  it('says that it is not in the documents of an answer of which they hold no word', async () => {
    const { answer } = await searched(harbour, { question, mode }, writing('Bananas ripen fastest in paper bags.'));
    expect(answer).toMatchObject({ notFound: true });
    expect(answer.lead).toBeUndefined();
  });

  it('says nothing before an answer that the documents bear out', async () => {
    const { answer } = await searched(harbour, { question, mode }, writing(`${FOUNDED} Bananas ripen in paper bags.`));
    expect(answer).toMatchObject({ notFound: false });
    expect(answer.lead).toBeUndefined();
  });
});

describe('Global search before there are reports', () => {
  it('reads passages and says so', async () => {
    const { answer, calls } = await searched(withoutReports, { question, mode: 'global' }, writing(FOUNDED));
    expect(answer).toMatchObject({ mode: 'global', notFound: false, text: FOUNDED });
    expect(answer.sentences[0]?.support).toBe('supported');
    expect(answer.lead).toContain('no community reports yet');
    expect(answer.trace.notes?.join(' ')).toContain('no community reports yet');
    expect(calls.map(purposeOf)).toEqual(['answer']);
  });

  it('does so also where reports were to be rated first', async () => {
    const parameters = { global: { dynamic: true } };
    const { answer } = await searched(withoutReports, { question, mode: 'global', parameters }, writing(FOUNDED));
    expect(answer).toMatchObject({ notFound: false, text: FOUNDED });
  });

  it('says so in the language of the question', async () => {
    const asked = { question: '海港公司由谁创立？', mode: 'global' } as const;
    const { answer } = await searched(withoutReports, asked, writing('海港公司由 Clara Voss 创立。'));
    expect(answer.lead).toContain('社群报告');
  });
});

describe('the trace of Global', () => {
  it('keeps the reports that were not read beside those that were', async () => {
    const coast = manyReports(40, 9);
    const parameters = { global: { most_batches: 1 } };
    const { answer } = await searched(coast, { question, mode: 'global', parameters }, writing(FOUNDED));
    const items = answer.trace.sections.flatMap((section) => section.items);
    expect(items).toHaveLength(40);
    expect(items.filter(({ used }) => used).length).toBeGreaterThan(0);
    expect(items.filter(({ used }) => !used).length).toBeGreaterThan(0);
    expect(answer.trace.notes?.join(' ')).toContain('were not read');
  });
});
