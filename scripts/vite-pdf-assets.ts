import { createReadStream, existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PACKAGE = fileURLToPath(new URL('../node_modules/pdfjs-dist/', import.meta.url));
const FOLDERS = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];

/** Serves and emits the character maps, fonts and decoders of pdf.js under `pdfjs/`, beside the folder of the scripts. */
export function pdfAssets(): Plugin {
  return {
    name: 'burrow-pdf-assets',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const path = /\/pdfjs\/([\w/.-]+)$/u.exec(request.url?.split('?')[0] ?? '')?.[1];
        const file = path && join(PACKAGE, normalize(path));
        const isOurs = FOLDERS.some((folder) => file?.startsWith(join(PACKAGE, folder)));
        if (!file || !isOurs || !existsSync(file)) next();
        else createReadStream(file).pipe(response);
      });
    },
    async generateBundle() {
      for (const folder of FOLDERS) {
        for (const name of await readdir(join(PACKAGE, folder))) {
          const source = await readFile(join(PACKAGE, folder, name));
          this.emitFile({ type: 'asset', fileName: `pdfjs/${folder}/${name}`, source });
        }
      }
    },
  };
}
