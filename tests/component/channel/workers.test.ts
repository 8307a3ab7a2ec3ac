import { afterEach, describe, expect, it, vi } from 'vitest';
import { startEngine } from '../../../src/app/platform/workers';
import { connect, launch, WorkerError } from '../../../src/channel';
import { ParseError } from '../../../src/core/errors';
import type { Trouble } from './trouble.worker';

const started: Worker[] = [];

function makeTrouble(): Worker {
  const worker = new Worker(new URL('./trouble.worker.ts', import.meta.url), { type: 'module' });
  started.push(worker);
  return worker;
}

function makeNoStart(): Worker {
  return new Worker(new URL('./no-start.worker.ts', import.meta.url), { type: 'module' });
}

afterEach(() => {
  for (const worker of started.splice(0)) worker.terminate();
});

describe('a channel to a real worker', () => {
  it('serves calls that were made before the worker was ready', async () => {
    const { port } = launch(makeTrouble(), 'The helper');
    expect(await connect<Trouble>(port).echo('hello')).toBe('hello');
  });

  it('brings errors over with class, detail and cause', async () => {
    const { port } = launch(makeTrouble(), 'The helper');
    const error: unknown = await connect<Trouble>(port)
      .refuse()
      .catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ParseError);
    expect(error).toMatchObject({ detail: 'a.txt', cause: { name: 'RangeError', message: 'byte 9' } });
  });

  it('gives up a worker that loops for ever', async () => {
    const { port, ready } = launch(makeTrouble(), 'The helper');
    await ready;
    const onSilence = vi.fn();
    const client = connect<Trouble>(port, { silenceMs: 400, onSilence, name: 'The helper' });
    const other = client.echo('before');
    const call = client.loopForEver();
    expect(await other).toBe('before');
    await expect(call).rejects.toBeInstanceOf(WorkerError);
    await expect(client.echo('after')).rejects.toThrow('The helper has not answered for 0.4 seconds.');
    expect(onSilence).toHaveBeenCalledOnce();
  });

  it('waits for a worker that is blocked for a while', async () => {
    const { port } = launch(makeTrouble(), 'The helper');
    expect(await connect<Trouble>(port, { silenceMs: 4000 }).blockFor(1200)).toBe('done');
  });

  it('fails what a worker that was ended still owes, once it has been silent', async () => {
    const worker = makeTrouble();
    const { port } = launch(worker, 'The helper');
    const client = connect<Trouble>(port, { silenceMs: 400 });
    await client.echo('there');
    const call = client.crash();
    worker.terminate();
    await expect(call).rejects.toBeInstanceOf(WorkerError);
  });

  it('fails what a worker owes that ends without a word, however long its silence would be borne', async () => {
    const { port, died } = launch(makeTrouble(), 'The helper');
    const client = connect<Trouble>(port, { silenceMs: Infinity, died });
    expect(await client.echo('there')).toBe('there');
    await expect(client.vanish()).rejects.toMatchObject({ name: 'WorkerError', message: 'The helper has stopped.' });
  });
});

describe('the engine', () => {
  type TroubledEngine = ReturnType<typeof startEngine> & Trouble;
  const start = (make: () => Worker, onRestart?: (reason: WorkerError) => void) =>
    startEngine({ make, ...(onRestart && { onRestart }) }) as TroubledEngine;

  it('that crashes fails its call by name, says so once, and is replaced on the next call', async () => {
    const onRestart = vi.fn();
    const engine = start(makeTrouble, onRestart);
    expect(await engine.echo('one')).toBe('one');
    await expect(engine.crash()).rejects.toMatchObject({
      name: 'WorkerError',
      message: 'The engine has crashed.',
      cause: { message: expect.stringContaining('out of order') as string },
    });
    expect(onRestart).toHaveBeenCalledOnce();
    expect(await engine.echo('two')).toBe('two');
  });

  it('that cannot start fails its call by name and is tried again on the next', async () => {
    let attempts = 0;
    const engine = start(() => (++attempts === 1 ? makeNoStart() : makeTrouble()));
    await expect(engine.echo('one')).rejects.toMatchObject({
      name: 'WorkerError',
      message: 'The engine could not be started.',
    });
    expect(await engine.echo('two')).toBe('two');
  });

  it('may start siblings and end one that hangs', async () => {
    expect(await start(makeTrouble).endHangingSibling()).toContain('WorkerError');
  });
});
