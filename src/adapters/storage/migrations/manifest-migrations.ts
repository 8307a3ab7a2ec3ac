import {
  NONE_COUNTED,
  type IndexState,
  type ModelRunFacts,
  type ModelRunState,
  type RunExtras,
} from '../../../core/ports/index-state';

/** Turns a manifest of the format at its index + 1 into the next format. */
export type Migration = (older: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;

/**
 * Columns that a format brought read as null or empty from the files of earlier ones, so that these need not be written again.
 * Format 5 keeps reasons as messages; a string is one. Since format 6 a manifest's lists may be in files of their own, and tables may have
 * patches. Format 7 brought the table of notes, format 8 dictionaries of strings, format 9 a list in the state that each
 * writer must keep right. Format 10 brought a seal and a second copy of the manifest, which each writer must write. Format 12 brought the
 * table of summaries, and the columns of themes in that of relationships. Format 13 brought the tables of evaluations,
 * format 14 the columns of tables in that of documents. Format 15 brought leaves and settings in that of summaries.
 */
const sameManifest: Migration = (older) => older;

/** One migration per older format, the first one from format 1. */
export const MIGRATIONS: readonly Migration[] = [
  sameManifest,
  sameManifest,
  sameManifest,
  sameManifest,
  sameManifest,
  sameManifest,
  sameManifest,
  sameManifest,
  sameManifest,
  sameManifest,
  sameManifest,
  sameManifest,
  sameManifest,
  sameManifest,
];

/** A run as early formats kept it, without empty flags and lists. */
interface EarlierRunState extends Pick<
  ModelRunFacts,
  'layer' | 'title' | 'begunAt' | 'planned' | 'spentBefore' | 'spent' | 'found'
> {
  readonly phase: ModelRunState['phase'];
  readonly behind?: boolean;
  readonly barren?: boolean;
  readonly reason?: string;
  readonly unasked?: readonly string[];
  readonly unwritten?: readonly string[];
  readonly uselessSoFar?: number;
  readonly round?: number;
  readonly planDone?: number;
  readonly extras?: RunExtras;
  readonly unresolved?: readonly string[];
  readonly counted?: ModelRunFacts['counted'];
}

/** Steps that a run of reports alone left out, when it was a kind of its own. */
const BESIDES_REPORTS = ['model reading', 'model resolution', 'model descriptions', 'model contexts'];

/** A kept state, with a run of an early format in the words of the present one. */
export function migratedState(state: IndexState): IndexState {
  const { onlyReports, ...extras } = (state.model?.extras ?? {}) as RunExtras & { readonly onlyReports?: boolean };
  if (state.model && onlyReports) {
    return migratedState({ ...state, model: { ...state.model, extras: { ...extras, skipSteps: BESIDES_REPORTS } } });
  }
  if (!state.model || 'needsDerive' in state.model) return state;
  const { behind, barren, reason, unasked, unwritten, uselessSoFar, phase, ...rest } =
    state.model as unknown as EarlierRunState;
  const facts: ModelRunFacts = {
    ...{ extras: {}, round: 1, planDone: 0, unresolved: [], counted: NONE_COUNTED },
    ...rest,
    needsDerive: behind ?? false,
    skippedPairs: unasked ?? [],
    failedItems: unwritten ?? [],
    invalidReplies: uselessSoFar ?? 0,
  };
  if (phase === 'done') return { ...state, model: { ...facts, phase } };
  const kind = barren ? 'no usable replies' : 'failed';
  const failure = barren || reason !== undefined ? ({ kind, reason: reason ?? '' } as const) : null;
  return { ...state, model: { ...facts, phase, failure } };
}
