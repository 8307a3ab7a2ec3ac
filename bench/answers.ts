import { suggestAliases } from '../src/core/extract/aliases';
import type { Answer, SearchMode } from '../src/core/search/events';
import { suggestions } from '../src/core/search/suggestions';
import { finish } from '../src/core/work';
import { ask, measuredSample } from './lib/measured-sample';

// needs: all | ID-PART … [--mode=local] [--graph]

/**
 * The answers themselves, to be read beside the reference answers: `npm run bench -- answers single multi-hop-03`.
 * With `--graph` also the entities of highest degree, alias suggestions, reports and suggested questions.
 */
const MODES: readonly SearchMode[] = ['auto', 'local', 'global', 'drift', 'basic'];
const ENTITIES_SHOWN = 40;
const ALIASES_SHOWN = 40;
const REPORTS_SHOWN = 15;
const QUESTIONS_SHOWN = 8;

const args = process.argv.slice(2);
const wanted = args.filter((one) => !one.startsWith('--'));
const mode = MODES.find((one) => args.includes(`--mode=${one}`)) ?? 'auto';
const { gold, tables, index } = await measuredSample();

for (const { id, question, answer: reference } of gold.questions) {
  if (!wanted.some((part) => part === 'all' || id.includes(part))) continue;
  const { answer } = await ask(index, question, mode);
  console.log(`\n## ${id}: ${question}\n   reference: ${reference}`);
  printAnswer(answer);
}
if (args.includes('--graph')) printGraph();

function printAnswer({ trace, notFound, sentences, citations }: Answer): void {
  console.log(`   ${trace.reason}${notFound ? ' NOT FOUND' : ''}`);
  for (const { text, role, citations: numbers } of sentences) {
    const sources = numbers.map((number) => {
      const one = citations[number - 1];
      return `${number} ${one?.target.kind ?? '?'}: ${one?.passages[0]?.documentTitle ?? '?'}`;
    });
    console.log(
      `   - ${role === 'sentence' ? '' : `(${role}) `}${text}${sources.length > 0 ? ` [${sources.join('; ')}]` : ''}`,
    );
  }
}

function printGraph(): void {
  const { entities, relationships, community_reports: reports } = tables;
  console.log(`\n## The ${ENTITIES_SHOWN} entities of highest degree`);
  const central = [...entities].sort((a, b) => b.degree - a.degree).slice(0, ENTITIES_SHOWN);
  for (const { title, type, degree, frequency, aliases } of central) {
    console.log(
      `   ${String(degree).padStart(4)} ${String(frequency).padStart(3)} ${type.padEnd(12)} ${[title, ...aliases].join(' | ')}`,
    );
  }
  console.log('\n## Alias suggestions');
  for (const { into, from, reason } of finish(suggestAliases(entities, relationships)).slice(0, ALIASES_SHOWN)) {
    console.log(`   ${from.title} → ${into.title}: ${reason}`);
  }
  console.log('\n## Reports of highest rank');
  for (const { title, level, rank, size, summary, findings } of [...reports]
    .sort((a, b) => b.rank - a.rank)
    .slice(0, REPORTS_SHOWN)) {
    console.log(`   # ${title} (level ${level}, rank ${rank}, ${size} members)\n     ${summary}`);
    for (const finding of findings) console.log(`     * ${finding.summary} | ${finding.explanation}`);
  }
  console.log('\n## Suggested questions');
  for (const question of suggestions(index, QUESTIONS_SHOWN)) console.log(`   ${question}`);
}
