import { describe, expect, it } from 'vitest';
import { DERIVATIONS } from '../../../../src/core/index/pipeline';
import type { ChatRequest } from '../../../../src/core/models/chat-model';
import type { IndexState } from '../../../../src/core/ports/index-state';
import { randomNumbers } from '../../../../src/core/random';
import { TABLES, type TableName } from '../../../../src/core/tables/tables';
import { collect, textFile } from '../../../helpers/engine-env';
import { letters, type Letters } from '../../../helpers/indexed-letters';
import { naming } from '../../../helpers/naming-model';
import { runs } from '../../../helpers/property-runs';
import type { Script } from '../../../helpers/scripted-model';

/** Everything that derivations can make. */
const ALL: IndexState['parameters'] = {
  'model reading': { budget: 100 },
  'model resolution': { resolve: false },
  'model reports': { reports: 'all' },
  'model keywords': { write: true },
  'model contexts': { write: true },
  'model summaries': { write: true, cluster_tokens: 200 },
};

/** A word that stands in one document alone. */
const markOf = (at: number): string => `zz${String(at)}qx`;
const MARK = /zz\d+qx/gu;

/** Repeats in every text of a reply the marks that it was shown. */
const repeating: Script = (request, call) => {
  const marks = [...new Set((request.messages.at(-1)?.content ?? '').match(MARK))].join(' ');
  const reply = replyOf(request, `The letters name ${marks}.`);
  return reply === null ? naming(request, call) : [JSON.stringify(reply)];
};

function replyOf({ shape, messages }: ChatRequest, text: string): object | null {
  if (shape?.kind !== 'record') return null;
  if ('contexts' in shape.fields) {
    const numbers = [...(messages.at(-1)?.content ?? '').matchAll(/^\[(\d+)\] /gmu)].map(([, number]) =>
      Number(number),
    );
    return { contexts: numbers.map((passage) => ({ passage, context: text })) };
  }
  if ('themes' in shape.fields) {
    const numbers = [...(messages.at(-1)?.content ?? '').matchAll(/^(\d+) .+ – /gmu)].map(([, number]) =>
      Number(number),
    );
    return { themes: numbers.map((number) => ({ number, keywords: text.match(MARK) ?? ['letters'] })) };
  }
  if (Object.keys(shape.fields).join() === 'summary') return { summary: text };
  return null;
}

async function collection(seed: number): Promise<Letters> {
  const random = randomNumbers(seed);
  const indexed = await letters(0, repeating);
  const files = Array.from({ length: 14 }, (_, at) => {
    const days = Array.from({ length: 8 }, (_unused, day) => {
      const other = Math.floor(random() * 5);
      return `Ada met Clara at ${markOf(at)} on day ${String(day)}. Babbage wrote to Ada of ${String(other)} carts at the mill.`;
    });
    return textFile(`${String(at)}.txt`, days.join(' '));
  });
  await collect(indexed.engine.add(files));
  await indexed.start(ALL);
  return indexed;
}

const NAMES = Object.keys(TABLES) as readonly TableName[];

describe('Every derivation', () => {
  it('leaves nothing of a document that is deleted', async () => {
    for (let seed = 0; seed < runs(2).numRuns; seed++) {
      const indexed = await collection(seed);
      const { found = {} } = (await indexed.engine.view()).model ?? {};
      for (const { counts } of DERIVATIONS)
        if (counts.made !== 'descriptions') expect(found[counts.made]).toBeGreaterThan(0);
      const { documents } = await indexed.engine.view();
      const at = seed % documents.length;
      const gone = documents.find(({ path }) => path === `${String(at)}.txt`);
      const before = await everything(indexed);
      expect(before).toContain(markOf(at));
      const units = (await indexed.rows('text_units'))
        .filter((row) => row.document_id === gone?.id)
        .map(({ id }) => id);
      await collect(indexed.engine.removeDocuments([gone?.id ?? '']));
      const after = await everything(indexed);
      for (const trace of [markOf(at), gone?.id ?? '', ...units]) expect(after).not.toContain(trace);
      expect(after).toContain(markOf((at + 1) % documents.length));
    }
  });
});

async function everything({ rows }: Letters): Promise<string> {
  const tables = await Promise.all(NAMES.map((name) => rows(name)));
  return JSON.stringify(tables);
}
