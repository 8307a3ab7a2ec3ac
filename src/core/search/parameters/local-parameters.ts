import type { ContextShares } from '../context/context';
import { reader, valuesOf, type Values } from '../../index/step';
import type { SearchParameters } from './search-parameters';

/** Shares from per cent of passages and reports: the graph has the rest; both are made smaller together where they are more than all. */
export function sharesOf(sources: number, reports: number): ContextShares {
  const whole = Math.max(100, sources + reports);
  return { sources: sources / whole, reports: reports / whole, graph: Math.max(0, 1 - (sources + reports) / whole) };
}

/** Names with commas between them. */
export const namesIn = (list: string): readonly string[] =>
  list
    .split(/[,，、;\n]/u)
    .map((name) => name.trim())
    .filter(Boolean);

const SOURCES_SHARE = 50;
const REPORTS_SHARE = 15;

/** Local search (GraphRAG B1). */
export const LOCAL_PARAMETERS: SearchParameters = {
  name: 'local',
  title: 'Local',
  doc: 'Starts from the entities that a question names or means, and shows what stands around them.',
  parameters: [
    {
      name: 'entities',
      title: 'Entities',
      doc: 'Entities that a question starts from at most (GraphRAG: 10).',
      kind: 'number',
      default: 10,
      min: 1,
      max: 50,
      step: 1,
    },
    {
      name: 'relationships',
      title: 'Relationships of an entity',
      doc: 'To entities outside of the chosen ones, for each chosen one (GraphRAG: 10). All between chosen ones are shown.',
      kind: 'number',
      default: 10,
      min: 0,
      max: 50,
      step: 1,
    },
    {
      name: 'ranking',
      title: 'Which relationships come first',
      doc: 'Those between well connected entities, or those that the documents state most often.',
      kind: 'choice',
      choices: ['connections', 'weight'],
      default: 'connections',
    },
    {
      name: 'sources_share',
      title: 'Share of passages',
      doc: 'Per cent of the room for data that passages may take; what others leave is theirs, too (GraphRAG: 50). Left at 50 and 15, they get more in a small window.',
      kind: 'number',
      default: SOURCES_SHARE,
      min: 0,
      max: 100,
      step: 5,
    },
    {
      name: 'reports_share',
      title: 'Share of reports',
      doc: 'Per cent of the room for data that community reports may take (GraphRAG: 15).',
      kind: 'number',
      default: REPORTS_SHARE,
      min: 0,
      max: 100,
      step: 5,
    },
    {
      name: 'include',
      title: 'Always include',
      doc: 'Names of entities to start from whatever the question, with commas between them.',
      kind: 'text',
      default: '',
    },
    {
      name: 'exclude',
      title: 'Never include',
      doc: 'Names of entities to leave out, with commas between them.',
      kind: 'text',
      default: '',
    },
  ],
};

/** The parameters of Local, read. */
export interface LocalChoices {
  readonly entities: number;
  readonly relationships: number;
  readonly ranking: 'connections' | 'weight';
  /** Missing as long as nobody chose others than GraphRAG's. */
  readonly shares?: ContextShares;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}

/** Reads the parameters of Local; what is missing has its default. */
export function localChoices(chosen?: Values): LocalChoices {
  const { number, choice, text } = reader(valuesOf(LOCAL_PARAMETERS, chosen));
  const [sources, reports] = [number('sources_share'), number('reports_share')];
  return {
    entities: number('entities'),
    relationships: number('relationships'),
    ranking: choice('ranking') === 'weight' ? 'weight' : 'connections',
    ...(sources === SOURCES_SHARE && reports === REPORTS_SHARE ? {} : { shares: sharesOf(sources, reports) }),
    include: namesIn(text('include')),
    exclude: namesIn(text('exclude')),
  };
}
