import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createStaticServer } from '../static-server';
import { POLICY, type SmokePlan } from './plan';
import type { SyntheticModel } from './synthetic-model';

interface SmokeFiles {
  /** The built page. */
  readonly folder: string;
  readonly library: string;
  readonly model: SyntheticModel;
  readonly plan: SmokePlan;
}

/** Serves page, plan, library and weights, all under Burrow's own policy. */
export function smokeServer({ folder, library, model, plan }: SmokeFiles): Server {
  const page = createStaticServer({ folder });
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    response.setHeader('Content-Security-Policy', POLICY);
    if (pathname === '/plan.json') return response.end(JSON.stringify(plan));
    if (pathname === '/model/library.wasm') return response.end(readFileSync(library));
    if (!pathname.startsWith('/model/')) return page.emit('request', request, response);
    const file = model.file(pathname.slice('/model/'.length));
    return file ? response.end(file) : response.writeHead(404).end();
  });
}
