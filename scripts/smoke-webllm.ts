/**
 * npm run smoke:webllm -- LIB.wasm [--web-llm VERSION] [--steps stream,grammar].
 *
 * Runs the real WebLLM behind Burrow's own adapter in Chromium, on a compiled MLC model library with weights made up on the spot. It shows
 * that loading, streaming, grammars, interruption and reloading work, and says nothing of any model's quality. On a software adapter it
 * takes many minutes (`--steps` picks some), on a GPU seconds. Library and WebLLM must fit each other; the version asked for is installed in a temporary folder.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import type { WebllmModel } from '../src/core/models/catalogue/webllm-models';
import { ensureBrowser } from './find-browser';
import { libraryMetadata } from './lib/smoke/library-metadata';
import { STEPS, type SmokePlan, type SmokeStep } from './lib/smoke/plan';
import { smokeServer } from './lib/smoke/smoke-server';
import { syntheticModel } from './lib/smoke/synthetic-model';

const CONTEXT = 512;
const ROOT = resolve(import.meta.dirname, 'lib/smoke');

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { 'web-llm': { type: 'string' }, steps: { type: 'string' } },
  });
  const [library] = positionals;
  if (!library) throw new Error('Usage: npm run smoke:webllm -- LIB.wasm [--web-llm VERSION]');
  const work = mkdtempSync(join(tmpdir(), 'burrow-smoke-'));
  try {
    const webllm = packageFolder(values['web-llm'], work);
    const { version } = JSON.parse(readFileSync(join(webllm, 'package.json'), 'utf8')) as { readonly version: string };
    const metadata = libraryMetadata(readFileSync(library));
    console.log(`${basename(library)}: ${metadata.model_type} ${metadata.quantization}; WebLLM ${version}`);
    await buildPage(webllm, join(work, 'page'));
    const model = syntheticModel(metadata, CONTEXT);
    // With a profile, what is cached lies on the disk; without one in memory, where weights do not fit.
    const context = await chromium.launchPersistentContext(join(work, 'profile'), {
      executablePath: ensureBrowser(),
      args: ['--no-sandbox', '--enable-unsafe-webgpu', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
    });
    try {
      console.log(`Chromium ${context.browser()?.version() ?? ''}`);
      const page = await context.newPage();
      const patient = await hasSoftwareGpu(page);
      const plan = makePlan(metadata.quantization, model.names, stepsOf(values.steps), patient);
      const server = smokeServer({ folder: join(work, 'page'), library, model, plan });
      await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
      const passed = await drive(page, `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`);
      server.closeAllConnections();
      server.close();
      if (!passed) process.exitCode = 1;
    } finally {
      await context.close();
    }
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** The package as installed here, or another version of it. */
function packageFolder(version: string | undefined, work: string): string {
  if (!version) return resolve('node_modules/@mlc-ai/web-llm');
  writeFileSync(join(work, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `@mlc-ai/web-llm@${version}`], {
    cwd: work,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return join(work, 'node_modules/@mlc-ai/web-llm');
}

async function buildPage(webllm: string, outDir: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    root: ROOT,
    base: './',
    resolve: { alias: { '@mlc-ai/web-llm': join(webllm, 'lib/index.js') } },
    worker: { format: 'es' },
    build: { outDir, emptyOutDir: true, target: 'es2022', minify: false, chunkSizeWarningLimit: 20_000 },
  });
}

async function hasSoftwareGpu(page: Page): Promise<boolean> {
  await page.goto('chrome://version'); // any secure page has navigator.gpu
  return page.evaluate(async () => {
    const { gpu } = navigator as unknown as {
      readonly gpu?: { requestAdapter(): Promise<{ info: { isFallbackAdapter?: boolean } } | null> };
    };
    return (await gpu?.requestAdapter())?.info.isFallbackAdapter ?? true;
  });
}

/** The steps asked for; the model is always loaded first. */
function stepsOf(names: string | undefined): readonly SmokeStep[] {
  const wanted = names?.split(',') ?? STEPS;
  return STEPS.filter((step) => step === 'load' || wanted.includes(step));
}

function makePlan(
  quantization: string,
  files: readonly string[],
  steps: readonly SmokeStep[],
  patient: boolean,
): SmokePlan {
  const folder = 'https://huggingface.co/smoke/synthetic';
  const model: WebllmModel = {
    id: 'synthetic',
    role: 'chat',
    provider: 'webllm',
    title: 'Synthetic',
    use: '',
    tier: 'small',
    languages: 'none',
    checked: '2026-11',
    licence: '',
    downloadBytes: 0,
    memoryBytes: 0,
    needs: { webgpu: true, f16: quantization.includes('f16'), storageBufferBytes: 0 },
    contextWindow: CONTEXT,
    modelUrl: folder,
    libraryUrl: `${folder}/resolve/main/library.wasm`,
    overrides: { context_window_size: CONTEXT },
    thinks: false,
  };
  return patient
    ? { model, files, steps, tokens: 3, rounds: 1, longPrompt: 6, patient }
    : { model, files, steps, tokens: 64, rounds: 5, longPrompt: 480, patient };
}

/** Prints the page's report until it is done; true when all went well. */
function drive(page: Page, url: string): Promise<boolean> {
  return new Promise((ended) => {
    page.on('console', (message) => {
      const line = message.text();
      if (!line.startsWith('SMOKE ')) return console.log(`  (${message.type()}) ${line.slice(0, 300)}`);
      console.log(`${new Date().toISOString().slice(11, 19)} ${line.slice(6)}`);
      if (line === 'SMOKE done') ended(true);
      if (line.startsWith('SMOKE failed')) ended(false);
    });
    page.on('crash', () => ended(false));
    void page.goto(url);
  });
}

await main();
