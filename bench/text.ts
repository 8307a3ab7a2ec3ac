import { createMentionFinder } from '../src/core/extract/find-mentions';
import { mentionRecords, sentencesOf } from '../src/core/extract/mention-records';
import { splitSentences } from '../src/core/text/sentences';
import { terms } from '../src/core/text/terms';
import { TEXT_UNIT_DEFAULTS, makeTextUnits } from '../src/core/text/text-units';
import { estimateTokens } from '../src/core/text/tokens';
import { texts } from '../tests/unit/text/texts';

/** Prints how fast text is cut and mentions are found, in megabytes (10^6 UTF-16 code units) per second of CPU. */

const length = 2_000_000;

function repeated(...parts: readonly string[]): string {
  const text = parts.join('\n\n');
  return `${text}\n\n`.repeat(Math.ceil(length / text.length)).slice(0, length);
}

const corpora = {
  en: repeated(texts.englishStory, texts.englishNews, texts.englishTechnical),
  zh: repeated(texts.chineseStory, texts.chineseNews, texts.chineseTechnical),
  de: repeated(texts.german),
};

function speed<T>(work: () => T): { readonly result: T; readonly speed: string } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, speed: (length / (user + system)).toFixed(2) };
}

const rows: Record<string, Record<string, string | number>> = {};
for (const [language, text] of Object.entries(corpora)) {
  const find = await createMentionFinder(language);
  const document = { id: 'bench', title: 'bench', text, language, page_starts: [], headings: [] };
  const units = speed(() => makeTextUnits(document, TEXT_UNIT_DEFAULTS));
  const mentions = speed(() =>
    find({ language, sentences: Array.from(sentencesOf(units.result), ({ text: own }) => own) }),
  );
  const records = speed(() => mentionRecords(units.result, mentions.result));
  rows[language] = {
    terms: speed(() => terms(text)).speed,
    tokens: speed(() => estimateTokens(text)).speed,
    sentences: speed(() => splitSentences(text, language)).speed,
    'text units': units.speed,
    mentions: mentions.speed,
    records: records.speed,
    'records per MB': Math.round((records.result.length / length) * 1e6),
  };
}
console.table(rows);
