import { readFile } from 'node:fs/promises';
import { createMentionFinder } from '../../../src/core/extract/find-mentions';
import { mentionRecords, sentencesOf } from '../../../src/core/extract/mention-records';
import { detectLanguage } from '../../../src/core/text/language';
import { terms } from '../../../src/core/text/terms';
import { TEXT_UNIT_DEFAULTS, makeTextUnits } from '../../../src/core/text/text-units';
import type { GivenFile } from './given-folder';

/**
 * Processor seconds of all reading kernels on some files, one after the other in Node: cutting, names, records and words. The unit
 * in which machines are compared.
 */
export async function kernelSeconds(files: readonly GivenFile[]): Promise<number> {
  const finders = new Map<string, ReturnType<typeof createMentionFinder>>();
  let spent = 0;
  for (const [at, { path }] of files.entries()) {
    const text = await readFile(path, 'utf8');
    const language = detectLanguage(text);
    const find = await (finders.get(language) ?? createMentionFinder(language));
    finders.set(language, Promise.resolve(find));
    const document = { id: String(at), title: path, text, language, page_starts: [], headings: [] };
    const before = process.cpuUsage();
    const units = makeTextUnits(document, TEXT_UNIT_DEFAULTS);
    mentionRecords(units, find({ language, sentences: Array.from(sentencesOf(units), ({ text: own }) => own) }));
    for (const unit of units) terms(unit.text, language);
    const { user, system } = process.cpuUsage(before);
    spent += (user + system) / 1e6;
  }
  return spent;
}
