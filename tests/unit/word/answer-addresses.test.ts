import { expect, it } from 'vitest';
import { writeWord } from '../../../src/adapters/word/write-word';
import { answerMarkdown } from '../../../src/app/ask/answer-export';
import { NO_EVIDENCE } from '../../../src/core/search/evidence/evidence';
import { unpacked } from '../../helpers/duckdb-over';

const TEXT =
  'See [the log](https://evil.example/a_b), <https://evil.example/c>, www.evil.example and me@evil.example.\n\n[log]: https://evil.example/d';

it('has no link to an address that a model wrote, and shows all of them', async () => {
  const markdown = answerMarkdown('Who kept the lamp?', {
    ...{ mode: 'local', method: 'a model', evidence: NO_EVIDENCE, text: TEXT, sentences: [], citations: [] },
    ...{ notFound: false, stopped: false },
    trace: { mode: 'local', reason: '', sections: [], milliseconds: 1, modelCalls: 1 },
  });
  const files = await unpacked(await writeWord(markdown));
  const read = (path: string): string => new TextDecoder().decode(files.get(path));
  expect(read('word/document.xml')).not.toContain('w:hyperlink');
  expect(read('word/_rels/document.xml.rels')).not.toContain('evil.example');
  for (const address of ['https://evil.example/a_b', 'https://evil.example/c', 'www.evil.example', 'me@evil.example'])
    expect(read('word/document.xml')).toContain(address);
});
