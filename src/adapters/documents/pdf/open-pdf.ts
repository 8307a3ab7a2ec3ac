import { createCharacterMaps } from './character-maps';
import type { OpenPdf } from './pdf-port';
import { textOnlySettings } from './pdf-settings';

/**
 * Opens PDFs from inside a worker: pdf.js' own worker runs as a nested module worker and ends with the document.
 * `characterMaps` is the absolute address of the file that holds pdf.js' character maps.
 */
export function pdfOpener(characterMaps: string): OpenPdf {
  const fetchMap = createCharacterMaps(characterMaps);
  class CharacterMaps {
    readonly fetch = fetchMap;
  }
  return async (bytes) => {
    const { getDocument, OPS, PDFWorker } = await import('pdfjs-dist');
    const port = new Worker(new URL('pdfjs-dist/build/pdf.worker.min.mjs', import.meta.url), { type: 'module' });
    const failed = new Promise<never>((_, reject) => {
      port.addEventListener('error', (event) => {
        reject(new Error(`The PDF reader did not start: ${event.message}`));
      });
    });
    const task = getDocument({
      ...textOnlySettings(new URL('./', characterMaps).href),
      BinaryDataFactory: CharacterMaps,
      data: bytes,
      worker: PDFWorker.create({ port }),
    });
    const close = async (): Promise<void> => {
      port.terminate();
      await Promise.resolve();
    };
    try {
      return { document: await Promise.race([task.promise, failed]), operators: OPS, close };
    } catch (error) {
      await close();
      throw error;
    }
  };
}
