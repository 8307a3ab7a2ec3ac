/** Finds sentences of the documents for readers that are too long to be read aloud, and files they name that are not there. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { missingFiles, withoutCode } from './lint/named-files.js';
import { longSentences } from './lint/sentences.js';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file));
const prose = files.filter(
  (file) => file.endsWith('README.md') || (file.endsWith('.md') && !/^(?:tests|sample|bench\/data|public)/u.test(file)),
);
for (const file of prose) {
  const markdown = readFileSync(file, 'utf8');
  for (const name of missingFiles(file, markdown, files)) complain(`${file}: there is no ${name}`);
  for (const paragraph of paragraphs(markdown))
    for (const { sentence, words } of longSentences(paragraph))
      complain(`${file}: ${words} words: “${sentence.slice(0, 80)} …”`);
}

function complain(line) {
  console.error(line);
  process.exitCode = 1;
}

/** Running text: each paragraph, list item and table cell by itself, without code blocks. */
function paragraphs(markdown) {
  return withoutCode(markdown)
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)|\||\n(?=#)/u)
    .map((part) => part.replace(/\]\([^)]*\)/gu, ']'));
}
