import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import type { ModelCall } from '../../../../src/core/models/model-call';
import type { AskModel } from '../../../../src/core/search/writer/search-run';
import { indexOf } from '../ask';
import { HARBOUR_WORLD } from '../harbour';
import { smallWorld } from '../small-world';
import { manyReports } from './many-reports';
import { FOUNDED, mapReply, purposeOf, ROWED, stepReply } from './mode-replies';
import { failureOf, searched, type Script } from './scripted-asker';
import { notesOf } from '../../../helpers/notes';
import { inEnglish } from '../../../../src/core/message';

const harbour = indexOf(smallWorld(HARBOUR_WORLD));
const coast = manyReports(60, 5);
const question = 'Who founded the Harbour Company?';
const AWAY = 'The server is away.';
const away = (): Error => new ModelError(AWAY);
const FOUNDED_REPLY = `${FOUNDED} [Data: Reports (1)]`;

/** Counts the calls of each purpose from 1. */
function counting(
  reply: (purpose: ReturnType<typeof purposeOf>, count: number, call: ModelCall) => string | Error,
): Script {
  const counts = new Map<string, number>();
  return (call) => {
    const purpose = purposeOf(call);
    const count = (counts.get(purpose) ?? 0) + 1;
    counts.set(purpose, count);
    return reply(purpose, count, call);
  };
}

describe('a Global search of which a part fails', () => {
  it('never says that it is not in the documents where a batch was not read', async () => {
    const script = counting((purpose, count) => (purpose === 'map' && count === 1 ? mapReply('') : away()));
    expect(await failureOf(searched(coast, { question, mode: 'global' }, script))).toContain(AWAY);
  });

  it('never says so where no reply on a batch could be read', async () => {
    const script = counting((_, count, { seed }) =>
      count === 1 || seed !== undefined ? 'Well, I would say …' : mapReply(''),
    );
    expect(await failureOf(searched(coast, { question, mode: 'global' }, script))).toMatch(/form/u);
  });

  const WHOLE_POINT = mapReply(FOUNDED).slice(0, -2);
  it.each([
    ['in its first point', '{"points": [{"description": "half a thing'],
    ['before its first point', '{"points": ['],
    [
      'before the score of its only point',
      '{"points": [{"description": "The Company was founded", "reports": [1], "sco',
    ],
    ['nowhere, and gives its points as bare words', '{"points": ["The Company was founded in 1850."]}'],
  ])('never says so where the replies on a batch break off %s', async (_, cut) => {
    const purposes: string[] = [];
    const script: Script = (call) => {
      purposes.push(`${purposeOf(call)} ${String(call.seed ?? 0)}`);
      return cut;
    };
    expect(await failureOf(searched(harbour, { question, mode: 'global' }, script))).toMatch(/form/u);
    expect(purposes).toEqual(['map 0', 'map 1']);
  });

  it('tells of empty replies that they were empty', async () => {
    expect(await failureOf(searched(harbour, { question, mode: 'global' }, () => ''))).toMatch(/empty/u);
  });

  it('says that it is not in the documents where an unbroken reply on each batch has no point', async () => {
    const { answer } = await searched(harbour, { question, mode: 'global' }, () => mapReply(''));
    expect(answer.notFound).toBe(true);
  });

  it('uses the points that are whole of a reply that broke off, and notes it', async () => {
    const script = counting((purpose) =>
      purpose === 'map' ? `${WHOLE_POINT}, {"description": "half a thing` : FOUNDED_REPLY,
    );
    const { answer } = await searched(harbour, { question, mode: 'global' }, script);
    expect(answer).toMatchObject({ notFound: false, stopped: false, text: FOUNDED });
    expect(notesOf(answer).join(' ')).toContain('batch 1 was damaged or cut');
  });

  it('answers from the batches that were read, and notes the others', async () => {
    const script = counting((purpose, count) =>
      purpose === 'reduce' ? FOUNDED_REPLY : count === 1 ? mapReply(FOUNDED) : away(),
    );
    const { answer } = await searched(coast, { question, mode: 'global' }, script);
    expect(answer).toMatchObject({ notFound: false, stopped: false, text: FOUNDED });
    expect(notesOf(answer).join(' ')).toContain(`Batch 2 was not read: ${AWAY}`);
  });

  it.each([
    ['fails', away],
    ['says nothing', () => ''],
  ])('gives the points as its answer, and says so, where the last call %s', async (_, last) => {
    const script = counting((purpose) => (purpose === 'map' ? mapReply(FOUNDED) : last()));
    const { answer } = await searched(coast, { question, mode: 'global' }, script);
    expect(answer.text).toContain(FOUNDED);
    expect(inEnglish(answer.lead ?? '')).toContain('failed before');
    expect(answer).toMatchObject({ stopped: true, notFound: false });
    expect(inEnglish(answer.ending ?? '')).toContain('broke off');
    expect(answer.sentences[0]?.verdict).toBe('quoted');
    expect(notesOf(answer).join(' ')).toContain('broke off');
  });

  const dynamic = { parameters: { global: { dynamic: true, most_ratings: 10 } } };

  it('reads a report whose rating fails, rather than throwing the others away', async () => {
    const script = counting((purpose, count) => {
      if (purpose === 'rate') return count === 2 ? away() : count === 1 ? '5' : '0';
      return purpose === 'map' ? mapReply(FOUNDED) : FOUNDED_REPLY;
    });
    const { answer } = await searched(coast, { question, mode: 'global', ...dynamic }, script);
    expect(answer.text).toBe(FOUNDED);
    const used = answer.trace.sections.flatMap(({ items }) => items.filter((item) => item.used));
    expect(used).toHaveLength(2);
    expect(answer.trace.passedOver?.map(({ score, used }) => [score, used])).toEqual(Array(8).fill([0, false]));
    const titles = answer.trace.passedOver?.map(({ title }) => title) ?? [];
    expect(titles.filter((title) => used.some((item) => item.title === title))).toEqual([]);
    expect(notesOf(answer).join(' ')).toContain(`Ratings that did not come: 1. These reports were read: ${AWAY}`);
  });

  it('reads the reports by their rank where every rating fails', async () => {
    const script = counting((purpose) =>
      purpose === 'rate' ? away() : purpose === 'map' ? mapReply(FOUNDED) : FOUNDED_REPLY,
    );
    const { answer } = await searched(coast, { question, mode: 'global', ...dynamic }, script);
    expect(answer.text).toBe(FOUNDED);
    expect(notesOf(answer).join(' ')).toContain(`taken by their rank: ${AWAY}`);
  });
});

describe('a DRIFT search of which a part fails', () => {
  it('never says that it is not in the documents where its questions were not answered', async () => {
    const script = counting((purpose) =>
      purpose === 'primer' ? stepReply('', ['Who was Clara Voss?', 'What is the toll?']) : away(),
    );
    expect(await failureOf(searched(harbour, { question, mode: 'drift' }, script))).toContain(AWAY);
  });

  it('never says so where no reply to them could be read', async () => {
    const script = counting((purpose) =>
      purpose === 'primer' ? stepReply('', ['Who was Clara Voss?', 'What is the toll?']) : 'Well, I would say …',
    );
    expect(await failureOf(searched(harbour, { question, mode: 'drift' }, script))).toMatch(/form/u);
  });

  it('never says so where every reply broke off in the middle of an answer', async () => {
    const cut = '{"answer": "The Harbour Company was';
    expect(await failureOf(searched(harbour, { question, mode: 'drift' }, () => cut))).toMatch(/form/u);
  });

  it('never takes a score in prose for one, nor for none: the question is told as one that was not answered', async () => {
    const unread = JSON.stringify({
      answer: ROWED,
      score: 'I would give the 1987 report a 3',
      follow_ups: ['And Voss?'],
    });
    const script = counting((purpose) => {
      if (purpose === 'primer') return stepReply(FOUNDED, ['Who was Tobias Fenn?']);
      return purpose === 'step' ? unread : FOUNDED_REPLY;
    });
    const { answer } = await searched(harbour, { question, mode: 'drift' }, script);
    expect(answer.trace.actions?.map(({ state }) => state)).toEqual(['answered', 'failed']);
    expect(notesOf(answer).join(' ')).toContain('“Who was Tobias Fenn?” was not answered: None of its replies');
  });

  it('says so where all of them were answered with nothing', async () => {
    const script = counting((purpose) =>
      stepReply('', purpose === 'primer' ? ['Who was Clara Voss?', 'What is the toll?'] : []),
    );
    const { answer } = await searched(harbour, { question, mode: 'drift' }, script);
    expect(answer.notFound).toBe(true);
  });

  it('goes on with the parts of the beginning that were read', async () => {
    const script = counting((purpose, count) => {
      if (purpose === 'primer') return count === 1 ? stepReply(FOUNDED, ['Who was Tobias Fenn?']) : away();
      return purpose === 'step' ? stepReply(ROWED) : FOUNDED_REPLY;
    });
    const request = { question, mode: 'drift', parameters: { drift: { folds: 2 } } } as const;
    const { answer } = await searched(harbour, request, script);
    expect(answer.text).toBe(FOUNDED);
    expect(notesOf(answer).join(' ')).toContain(`part 2 of 2 was not read: ${AWAY}`);
  });

  it('gives the answers on the way as its answer, and says so, where the last call fails', async () => {
    const script = counting((purpose) =>
      purpose === 'reduce'
        ? away()
        : purpose === 'step'
          ? stepReply(ROWED)
          : stepReply(FOUNDED, ['Who was Tobias Fenn?']),
    );
    const { answer } = await searched(harbour, { question, mode: 'drift' }, script);
    expect(answer.text).toContain(FOUNDED);
    expect(answer.text).toContain(ROWED);
    expect(inEnglish(answer.lead ?? '')).toContain('failed before');
    expect(answer).toMatchObject({ stopped: true, notFound: false });
  });
});

describe('an answer whose connection breaks', () => {
  const basic = { question, mode: 'basic' } as const;
  const half = 'The Harbour Company was founded by Tobias';

  /** Sends these words and begins again after the break; the last try fails before its first word. */
  const thenAway =
    (...tries: readonly string[]): AskModel =>
    (_call, onEvent) => {
      for (const words of tries) {
        onEvent({ kind: 'delta', text: words });
        onEvent({ kind: 'restart', reason: 'The server broke off.', endedBy: 'error' });
      }
      return Promise.reject(away());
    };

  it.each<[string, readonly string[]]>([
    ['once', [half]],
    ['twice, the longer words', [half, 'The Harbour']],
  ])('%s and then comes not at all is kept as far as it came', async (_, tries) => {
    const { answer, events } = await searched(harbour, basic, () => '', { ask: thenAway(...tries) });
    expect(answer).toMatchObject({ stopped: true, text: half });
    expect(answer.sentences).toMatchObject([{ verdict: 'not checked', reason: 'stopped' }]);
    expect(inEnglish(answer.ending ?? '')).toContain(AWAY);
    const shown = events.findLastIndex(({ kind }) => kind === 'restart');
    expect(
      events
        .slice(shown)
        .flatMap((event) => (event.kind === 'text' ? [event.text] : []))
        .join(''),
    ).toBe(half);
  });
});
