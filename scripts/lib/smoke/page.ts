import { connect } from '../../../src/channel';
import { launch } from '../../../src/channel/worker-start';
import { webllmFirstFiles } from '../../../src/core/models/catalogue/webllm-files';
import type { SmokePlan } from './plan';
import { smoke } from './smoke';
import type { SmokeHost } from './smoke.worker';

/** Stores the files where the download would, starts the worker and runs the steps; the console is the report. */
async function run(): Promise<void> {
  const plan = (await (await fetch('plan.json')).json()) as SmokePlan;
  await fillCaches(plan);
  const worker = new Worker(new URL('./smoke.worker.ts', import.meta.url), { type: 'module' });
  const { port, ready, died } = launch(worker, 'The smoke worker');
  await ready;
  // A software adapter keeps the worker's thread for minutes.
  const host = connect<SmokeHost>(port, { name: 'The smoke worker', died, silenceMs: 3_600_000 });
  await host.prepare(plan.model, plan.patient);
  await smoke(host, plan, (line) => console.log(`SMOKE ${line}`));
}

async function fillCaches({ model, files }: SmokePlan): Promise<void> {
  const { config, tensors, library } = webllmFirstFiles(model);
  const folder = config.url.slice(0, config.url.lastIndexOf('/') + 1);
  const keep = async (cache: string, url: string, name: string) => {
    const response = await fetch(`model/${name}`);
    if (!response.ok) throw new Error(`${name}: ${String(response.status)}`);
    await (await caches.open(cache)).put(url, response);
  };
  await keep(library.cache, library.url, 'library.wasm');
  for (const file of files) {
    await keep(file === 'mlc-chat-config.json' ? config.cache : tensors.cache, folder + file, file);
  }
}

run().then(
  () => console.log('SMOKE done'),
  (error: unknown) => console.log(`SMOKE failed: ${inFull(error)}`),
);

/** With what the library said, which a person is not shown at once. */
function inFull(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const detail = 'detail' in error ? `\n${String(error.detail)}` : '';
  return (error.stack ?? error.message) + detail;
}
