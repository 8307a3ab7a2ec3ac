import { askedCollections, isRight, type AskedQuestion } from './lib/asked-collections';
import { ask } from './lib/measured-sample';
import { table } from './lib/table';

/** Answers without a model on small collections of other kinds than the sample; `--show` prints the wrong answers, `--show=all` each. */

interface Given {
  readonly asked: AskedQuestion;
  readonly right: boolean;
  readonly notFound: boolean;
  readonly isGlobal: boolean;
}

const args = process.argv.slice(2);
const shown = args.includes('--show=all') ? 'all' : args.includes('--show') ? 'tune' : 'none';
const rows: string[][] = [];
const given = { auto: [] as Given[], global: [] as Given[] };
for (const { name, index, questions } of await askedCollections()) {
  for (const asked of questions) {
    for (const mode of ['auto', 'global'] as const) {
      if (mode === 'global' && asked.breadth === undefined) continue;
      const { answer } = await ask(index, asked.question, mode);
      const right = isRight(asked, answer);
      given[mode].push({ asked, right, notFound: answer.notFound, isGlobal: answer.mode === 'global' });
      const strayed = mode === 'auto' && (asked.breadth === 'broad') !== (answer.mode === 'global');
      if (shown === 'all' || (shown === asked.split && (!right || strayed))) {
        console.log(
          `\n## ${name}, ${mode}, ${right ? 'right' : 'WRONG'}: ${asked.question}\n   ${answer.trace.reason}`,
        );
        console.log(`   wanted: ${asked.answer ?? 'nothing'}${answer.notFound ? '; NOT FOUND' : ''}`);
        for (const { role, text } of answer.sentences) console.log(`   - (${role}) ${text}`);
      }
    }
  }
}
for (const split of ['tune', 'held out'] as const) {
  const auto = given.auto.filter(({ asked }) => asked.split === split);
  const narrow = auto.filter(({ asked }) => asked.answer !== null && asked.breadth === undefined);
  const broad = auto.filter(({ asked }) => asked.breadth !== undefined);
  const none = auto.filter(({ asked }) => asked.answer === null);
  const global = given.global.filter(({ asked }) => asked.split === split);
  rows.push([
    split,
    count(narrow, ({ right }) => right),
    count(narrow, ({ notFound }) => notFound),
    count(none, ({ notFound }) => notFound),
    count(none, ({ right }) => right),
    count(broad, ({ isGlobal }) => isGlobal),
    count(broad, ({ notFound }) => notFound),
    count(global, ({ notFound }) => notFound),
    count([...narrow, ...none], ({ isGlobal }) => isGlobal),
  ]);
}

function count(some: readonly Given[], keep: (one: Given) => boolean): string {
  return `${some.filter(keep).length} of ${some.length}`;
}

const head = ['questions', 'answered', 'refused wrongly', 'refused rightly', 'and named', 'broad to Global'];
console.log(table([...head, 'broad refused', 'in Global', 'narrow to Global'], rows));
