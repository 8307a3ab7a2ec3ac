import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { transformWithOxc, type Plugin, type ResolvedConfig } from 'vite';
import { LOOPBACK_HOSTS, MODEL_HOSTS } from '../src/core/models/model-hosts.ts';
import { HEADER_POLICY, META_POLICY } from './content-policy.ts';

const SOURCE = 'workers/service-worker.ts';
const LARGEST_KEPT = 2_500_000;
const LANDING = /^(?:index\.html|manifest\.webmanifest|icon[\w.-]*)$/u;

/** Writes `service-worker.js` with the list of the build's files, and the content policy into index.html. */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'burrow-service-worker',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved;
    },
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: META_POLICY },
        injectTo: 'head-prepend',
      },
    ],
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => writeServiceWorker(join(config.root, SOURCE), resolve(config.root, config.build.outDir)),
    },
  };
}

async function writeServiceWorker(source: string, dist: string): Promise<void> {
  const files = await readFiles(dist);
  const names = [...files.keys()];
  const html = files.get('index.html')?.toString() ?? '';
  const shell = names.filter((name) => LANDING.test(name) || html.includes(name));
  const isSmall = (name: string) => (files.get(name)?.length ?? 0) <= LARGEST_KEPT;
  const assets = names.filter((name) => name.startsWith('assets/') && !RECOGNITION_DATA.test(name));
  const build = {
    id: hashOf(files),
    shell,
    assets,
    sample: names.filter((name) => SAMPLE.test(name) && isSmall(name)),
    apart: assets.filter((name) => !isSmall(name) || RARELY_USED.test(name)),
    top: [...new Set(names.map((name) => name.replace(/\/.*$/u, '/')))],
    policy: HEADER_POLICY,
    reach: {
      download: { scripts: scriptsOf('download', names), always: [], unsealed: MODEL_HOSTS, methods: ['GET', 'HEAD'] },
      server: {
        scripts: scriptsOf('server', names),
        always: LOOPBACK_HOSTS,
        unsealed: [],
        methods: ['GET', 'HEAD', 'POST'],
      },
      address: { scripts: scriptsOf('address', names), always: [], unsealed: [], methods: ['GET', 'HEAD'] },
    },
  };
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source);
  await writeFile(join(dist, 'service-worker.js'), `const BUILD = ${JSON.stringify(build, null, 1)};\n${code}`);
}

/** The scripts of a worker that may reach other hosts. */
function scriptsOf(worker: string, names: readonly string[]): readonly string[] {
  const script = new RegExp(`^assets/${worker}\\.worker-[\\w-]+\\.js$`, 'u');
  return names.filter((name) => script.test(name));
}

/** Libraries that run models or recognise words in pictures: kept when first used, which for many people is never. */
const RARELY_USED = /^assets\/(?:ort-wasm|tesseract|transformers|web-llm)[\w.-]*$/u;

/** Data of the languages of pictures: kept when first used, and too many to be listed. */
const RECOGNITION_DATA = /\.traineddata/u;

/** The sample's single documents are kept when they are used. */
const SAMPLE = /^sample\/[^/]+$/u;

async function readFiles(dist: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile() && entry.name !== 'service-worker.js')
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(dist.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(dist, name))] as const)));
}

function hashOf(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [name, bytes] of files) hash.update(name).update('\0').update(bytes);
  return hash.digest('hex').slice(0, 16);
}
