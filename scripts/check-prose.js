/** Finds sentences of the documents for readers that are too long to be read aloud. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { longSentences } from './lint/sentences.js';

const files = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file.endsWith('README.md') || !/^(?:$|tests|sample|bench\/data|public)/u.test(file));
for (const file of files)
  for (const paragraph of paragraphs(readFileSync(file, 'utf8')))
    for (const { sentence, words } of longSentences(paragraph)) {
      console.error(`${file}: ${words} words: “${sentence.slice(0, 80)} …”`);
      process.exitCode = 1;
    }

/** Running text: each paragraph, list item and table cell by itself, without code blocks. */
function paragraphs(markdown) {
  return markdown
    .replace(/^```[^]*?^```/gmu, '')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.)\s)|\||\n(?=#)/u)
    .map((part) => part.replace(/\]\([^)]*\)/gu, ']'));
}
