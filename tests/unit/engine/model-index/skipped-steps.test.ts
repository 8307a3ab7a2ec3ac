import { describe, expect, it } from 'vitest';
import { ModelError } from '../../../../src/core/errors';
import type { IndexState } from '../../../../src/core/ports/index-state';
import type { TableName } from '../../../../src/core/tables/tables';
import { collect } from '../../../helpers/engine-env';
import { letters } from '../../../helpers/indexed-letters';
import { naming } from '../../../helpers/naming-model';
import type { Script } from '../../../helpers/scripted-model';

/** Everything is wanted. */
const ALL: IndexState['parameters'] = {
  'model reading': { budget: 100 },
  'model reports': { reports: 'all' },
  'model contexts': { write: true },
};

const placing: Script = (request, call) =>
  request.shape?.kind === 'record' && 'contexts' in request.shape.fields
    ? ['{"contexts": [{"passage": 1, "context": "A letter."}]}']
    : naming(request, call);

describe('A step that is left out of a run', () => {
  it.each(['model resolution', 'model reports', 'model contexts'])(
    'leaves a plan that is the whole plan less its part: %s',
    async (step) => {
      const { plan } = await letters(12, placing);
      const { parts } = await plan(ALL);
      expect(parts.map((part) => part.step)).toContain(step);
      const less = await plan(ALL, { skipSteps: [step] });
      expect(less.parts).toEqual(parts.filter((part) => part.step !== step));
      expect(less.passages).toEqual((await plan(ALL)).passages);
    },
  );

  it.each<readonly [string, TableName]>([
    ['model reading', 'extractions'],
    ['model reports', 'community_reports'],
    ['model contexts', 'text_units'],
  ])('leaves its rows alone, and is still to be made: %s', async (step, table) => {
    const { start, plan, rows, model, engine } = await letters(12, placing);
    const written = async () =>
      (await rows(table)).filter((row) => ('written_context' in row ? row.written_context !== '' : true));
    const before = await written();
    await start(ALL, { skipSteps: [step] });
    expect(await written()).toEqual(before);
    expect(model.begun.length).toBeGreaterThan(0);
    expect((await plan(ALL)).parts.map((part) => part.step)).toContain(step);
    expect((await engine.view()).model).toMatchObject({ phase: 'done', extras: { skipSteps: [step] } });
  });

  it('leaves the names of documents that were read to a later run', async () => {
    const { start, rows, engine } = await letters(12, placing);
    await start(ALL, { skipSteps: ['model resolution'] });
    expect(await rows('edits')).toEqual([]);
    expect((await engine.view()).model?.unresolved).toHaveLength(12);
    await start(ALL);
    expect((await engine.view()).model?.unresolved).toEqual([]);
  });

  it('stays left out where the run continues, and no longer in the next one', async () => {
    let fails = true;
    const { start, engine, rows } = await letters(8, (request, call) =>
      fails && call === 4 ? new ModelError('Gone.', { traits: ['holds for all'] }) : placing(request, call),
    );
    await expect(start(ALL, { skipSteps: ['model reports'] })).rejects.toThrow('Gone.');
    fails = false;
    await collect(engine.indexWithModel());
    const byModel = async () => (await rows('community_reports')).filter(({ method }) => method.startsWith('Scripted'));
    expect((await engine.view()).model?.phase).toBe('done');
    expect(await byModel()).toEqual([]);
    await start(ALL);
    expect((await byModel()).length).toBeGreaterThan(0);
  });

  it('is refused where a later one needs it: nothing is asked then', async () => {
    const { start, plan, model, engine } = await letters(2, placing);
    await expect(plan(ALL, { skipSteps: ['graph'] })).rejects.toThrow('“Communities” needs it.');
    await expect(start(ALL, { skipSteps: ['graph'] })).rejects.toThrow('“Communities” needs it.');
    expect(model.begun).toEqual([]);
    expect((await engine.view()).model).toBeNull();
  });
});
