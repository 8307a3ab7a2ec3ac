import type { Plugin } from 'vite';
import { characterMapsLicense, packCharacterMaps } from './lib/character-maps.ts';

const FILE = 'pdfjs/character-maps.bin';

/** Serves and emits the character maps of pdf.js as one file, beside the folder of the scripts. */
export function pdfAssets(): Plugin {
  return {
    name: 'burrow-pdf-assets',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        if (!request.url?.split('?')[0]?.endsWith(`/${FILE}`)) next();
        else packCharacterMaps().then((bytes) => response.end(bytes), next);
      });
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: FILE, source: await packCharacterMaps() });
      this.emitFile({ type: 'asset', fileName: `${FILE}.LICENSE.txt`, source: await characterMapsLicense() });
    },
  };
}
