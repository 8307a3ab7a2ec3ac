import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import type { ChatRequest } from '../../../../src/core/models/chat-model';
import type { IndexState } from '../../../../src/core/ports/index-state';
import { collect, textFile } from '../../../helpers/engine-env';
import { letters, READ } from '../../../helpers/indexed-letters';
import { naming } from '../../../helpers/naming-model';
import type { Script } from '../../../helpers/scripted-model';

const asksFor = ({ shape }: ChatRequest): 'report' | 'contexts' | 'other' => {
  if (shape?.kind !== 'record') return 'other';
  return 'contexts' in shape.fields ? 'contexts' : 'summary' in shape.fields ? 'report' : 'other';
};

const CONTEXT = JSON.stringify({ contexts: [{ passage: 1, context: 'From the papers of 1911.' }] });

const EVERYTHING: IndexState['parameters'] = {
  ...READ,
  'model reports': { reports: 'all', least_size: 3 },
  'model contexts': { write: true },
};

const WRITTEN: IndexState['parameters'] = { ...READ, 'model contexts': { write: true } };

const PEOPLE = [
  ...['Ada', 'Basil', 'Clara', 'Dora', 'Edgar', 'Fanny', 'George', 'Hetty', 'Ivor', 'Jane', 'Karl', 'Lucy'],
  ...['Martha', 'Ned', 'Olive', 'Percy', 'Ruth', 'Sidney', 'Thelma', 'Ursula', 'Victor', 'Wanda', 'Xenia', 'Yorick'],
];

/** Circles of three people who meet nobody else, each in a letter of their own. */
async function circles(count: number, script: Script) {
  const indexed = await letters(0, script);
  const files = Array.from({ length: count }, (_, at) => {
    const [a = '', b = '', c = ''] = PEOPLE.slice(3 * at);
    return textFile(
      `${String(at)}.txt`,
      `${a} wrote to ${b} on a Monday. ${b} met ${c} at the mill, and ${a} met ${c}.`,
    );
  });
  await collect(indexed.engine.add(files));
  return indexed;
}

describe('A step of which nothing can be used', () => {
  it('ends after four items, and the steps after it are made', async () => {
    let reports = 0;
    const indexed = await circles(8, (request, call) => {
      if (asksFor(request) === 'contexts') return [CONTEXT];
      if (asksFor(request) !== 'report') return naming(request, call);
      reports++;
      return ['I would rather not.'];
    });
    await expect(indexed.start(EVERYTHING)).rejects.toThrow('the last 4 items of “Writing reports”');
    expect(reports).toBe(4 * 3);
    const { model } = await indexed.engine.view();
    expect(model).toMatchObject({ phase: 'paused', found: { 'reports not written': 4, contexts: 8 } });
    expect((await indexed.plan(EVERYTHING)).parts).toMatchObject([{ step: 'model reports', items: 8 }]);
  });

  it('keeps a run which goes on from beginning anew: what failed is left out, and the rest is made', async () => {
    let isUseful = false;
    const indexed = await circles(8, (request, call) =>
      asksFor(request) === 'contexts' ? [isUseful ? CONTEXT : 'I would rather not.'] : naming(request, call),
    );
    await expect(indexed.start(WRITTEN)).rejects.toThrow('Nothing could be used of the last 4 items');
    isUseful = true;
    await collect(indexed.engine.indexWithModel(WRITTEN));
    const { model } = await indexed.engine.view();
    expect(model).toMatchObject({ phase: 'done', round: 1, found: { contexts: 4, 'contexts not written': 4 } });
  });

  it('is no reason to fail where the model made some before, and a dozen items stay without', async () => {
    const indexed = await circles(8, (request, call) => {
      if (asksFor(request) !== 'contexts') return naming(request, call);
      return /Ada|Dora|George/u.test(JSON.stringify(request.messages)) ? [CONTEXT] : ['I would rather not.'];
    });
    await indexed.start(WRITTEN);
    await indexed.start(WRITTEN);
    expect((await indexed.engine.view()).model).toMatchObject({ phase: 'done', found: { 'contexts not written': 5 } });
  });

  it('is the whole run where it is so from the first passage on', async () => {
    const indexed = await circles(8, () => ['I would rather not.']);
    await expect(indexed.start(EVERYTHING)).rejects.toThrow('Nothing could be used of the last 4 passages');
  });
});

describe('An item that a model refuses', () => {
  it('is counted, and the others are made', async () => {
    const indexed = await circles(6, (request, call) => {
      if (asksFor(request) !== 'contexts') return naming(request, call);
      return JSON.stringify(request.messages).includes('Ivor') ? new ModelError('Too long.') : [CONTEXT];
    });
    await indexed.start(WRITTEN);
    const { model } = await indexed.engine.view();
    expect(model).toMatchObject({ phase: 'done', found: { 'contexts not written': 1, contexts: 5 } });
  });

  it('ends the run where three are refused one after the other, and what was made is kept', async () => {
    let made = 0;
    const indexed = await circles(6, (request, call) => {
      if (asksFor(request) !== 'contexts') return naming(request, call);
      return ++made > 2 ? new ModelError('Refused.') : [CONTEXT];
    });
    await expect(indexed.start(WRITTEN)).rejects.toThrow('Refused.');
    expect((await indexed.rows('text_units')).filter((row) => row.written_context !== '')).toHaveLength(2);
  });
});
