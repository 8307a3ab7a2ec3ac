import { build, type Rolldown } from 'vite';

/** One module with everything that it imports, for a page. */
export async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: { write: false, target: 'es2022', lib: { entry, formats: ['es'], fileName: 'bundle' } },
  });
  const [first] = (Array.isArray(result) ? result : [result]) as Rolldown.RolldownOutput[];
  if (!first) throw new Error(`${entry} gave no bundle`);
  return first.output[0].code;
}
