// smoke: --questions 5 --minutes 2
import { parseArgs } from 'node:util';
import { openSite, type Visit } from './lib/chromium';
import { quantile } from './lib/quantile';
import { act, addFiles, ask, LateError, until } from './lib/scale/acts';
import { givenFiles } from './lib/scale/given-folder';
import { withFreshVisit } from './lib/scale/measured-visit';
import { textQuestions } from './lib/scale/text-questions';
import { look } from './lib/scale/watch-page';
import { table } from './lib/table';

/**
 * One long conversation in the page: `npm run bench -- conversation [FOLDER] [--questions 500] [--minutes 20]`. The questions are names and
 * words of the folder's text, by default the sample's. A row tells of the questions since the row before.
 */
const MOMENTS = [50, 100, 200, 300, 400, 500, 750, 1000];
/** As many questions before a moment are its mean. */
const LAST = 20;
const TIMEOUT = 120_000;
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { questions: { type: 'string', default: '500' }, minutes: { type: 'string', default: '20' } },
});
const files = (await givenFiles(positionals[0] ?? 'sample')).filter(({ path }) => /\.(?:txt|md)$/u.test(path));
const count = Number(values.questions);
const site = await openSite();
const rows: string[][] = [];
await withFreshVisit(site, measureConversation);
await site.close();
console.log(
  table(
    [
      'questions',
      `s per question, last ${String(LAST)}`,
      'evidence p50, ms',
      'p95',
      'longest page task, ms',
      'held, MB',
    ],
    rows,
  ),
);

async function measureConversation(visit: Visit): Promise<void> {
  const { page } = visit;
  await act(
    visit,
    () =>
      addFiles(
        page,
        files.map(({ path }) => path),
      ),
    TIMEOUT,
  );
  const questions = await textQuestions(files, count);
  const end = Date.now() + Number(values.minutes) * 60_000;
  let times: { readonly seconds: number; readonly evidence: number; readonly task: number }[] = [];
  try {
    for (let asked = 1; asked <= count; asked++) {
      if (Date.now() > end)
        throw new LateError(`${values.minutes} minutes were over after ${String(asked - 1)} questions`);
      // Questions come again when the text does not give so many.
      times.push(await askOne(visit, questions[(asked - 1) % questions.length] ?? ''));
      if (!MOMENTS.includes(asked) && asked !== count) continue;
      const last = times.slice(-LAST);
      const evidence = last.map((time) => time.evidence * 1000);
      rows.push([
        String(asked),
        (last.reduce((sum, { seconds }) => sum + seconds, 0) / last.length).toFixed(2),
        quantile(evidence, 0.5).toFixed(0),
        quantile(evidence, 0.95).toFixed(0),
        Math.max(...times.map(({ task }) => task)).toFixed(0),
        visit.memory().toFixed(0),
      ]);
      console.log(rows.at(-1)?.join('   '));
      times = [];
    }
  } catch (error) {
    if (!(error instanceof LateError)) throw error;
    console.log(error.message);
  }
}

/** From the click to the answer's end, as the page sees it: what looks for the button takes longer itself. */
async function askOne({ page }: Visit, question: string) {
  await ask(page, question, TIMEOUT);
  const { evidence, answered } = await until(page, (watched) => watched.answered !== null, TIMEOUT);
  await page.getByRole('button', { name: 'Ask', exact: true }).waitFor();
  const { tasks } = await look(page);
  return {
    seconds: answered ?? Number.NaN,
    evidence: evidence ?? answered ?? Number.NaN,
    task: Math.max(0, ...tasks),
  };
}
