import type { EditView } from '../../core/engine/editing/list-edits';
import type { AliasSuggestion } from '../../core/extract/aliases/suggest-aliases';
import type { CommunityNode } from '../../core/engine/asking/looking-calls';
import type { EvidenceView } from '../../core/search/evidence/evidence';
import type { RowsQuery, TablePage, TableQuery } from '../../core/ports/collections';
import type { ExploreSort } from './explore-route';
import { getIndexing, type Indexing } from '../library/indexing.svelte';
import { getEngine } from '../engine';
import { getLibrary, type Library } from '../library/library.svelte';
import { getNotices } from '../notices.svelte';
import { SvelteSet } from 'svelte/reactivity';
import { EditRuns } from './edit-runs.svelte';
import { exploreWords } from '../words/screens/explore-words';

/** The community tree and the report that is read. */
export class Communities {
  nodes = $state.raw<ReadonlyMap<number, CommunityNode>>(new Map());
  chosen = $state<number | null>(null);
  report = $state.raw<EvidenceView | null>(null);
  loaded = $state(false);
  readonly deepest = $derived([...this.nodes.values()].reduce((most, { row }) => Math.max(most, row.level), 0));
  readonly roots = $derived(this.#bySize([...this.nodes.values()].filter((node) => node.row.parent === -1)));
  readonly #engine = getEngine();
  readonly #notices = getNotices();
  readonly #library = getLibrary();
  readonly #collection = $derived(this.#library.view?.collection.id ?? '');

  /** Unfolded communities, and their greatest depth. */
  get place(): TreeState {
    return treeState(this.#library, this.#collection);
  }

  childrenOf(node: CommunityNode): readonly CommunityNode[] {
    if (node.row.level >= this.place.level) return [];
    return this.#bySize(node.row.children.flatMap((child) => this.nodes.get(child) ?? []));
  }

  async load(): Promise<void> {
    await this.#notices.attempt(exploreWords().tree.loading, async () => {
      const engine = await this.#engine();
      const nodes = await engine.communities();
      this.nodes = new Map(nodes.map((node) => [node.row.community, node]));
      this.loaded = true;
      const [first] = this.roots;
      const wanted = this.chosen === null ? undefined : this.nodes.get(this.chosen);
      const shown = wanted ?? first;
      if (shown) await this.choose(shown.row.community);
    });
  }

  async choose(community: number): Promise<void> {
    this.chosen = community;
    const node = this.nodes.get(community);
    const title = node?.title ?? '';
    await this.#notices.attempt(exploreWords().tree.opening, async () => {
      const engine = await this.#engine();
      const report = await engine.evidence({ kind: 'report', community, title });
      if (this.chosen === community) this.report = report;
    });
  }

  /** The largest first. */
  #bySize(nodes: readonly CommunityNode[]): readonly CommunityNode[] {
    return [...nodes].sort((a, b) => b.row.size - a.row.size);
  }
}

export type BrowsedTable = Exclude<TableQuery['table'], 'community_reports'>;

/** One page of a table, as filtered and sorted by the person. */
export class TableBrowser {
  page = $state.raw<TablePage>({ rows: [], total: 0 });
  offset = $state(0);
  /** False until the first page has come. */
  loaded = $state(false);
  busy = $state(false);
  readonly limit = 50;
  readonly table: BrowsedTable;
  #columns: readonly string[] = [];
  readonly #engine = getEngine();
  readonly #notices = getNotices();
  #filter = '';
  #sort: ExploreSort | null = null;
  #among: RowsQuery['among'];
  #latest = 0;

  constructor(table: BrowsedTable) {
    this.table = table;
  }

  /** Query of the shown rows, without the pages. */
  get query(): RowsQuery {
    const filter = this.#filter.trim();
    const sort = this.#sort;
    const among = this.#among;
    const chosen = { ...(filter && { filter }), ...(among && { among }), ...(sort && { sort }) };
    return { table: this.table, columns: this.#columns, ...chosen };
  }

  /** Reads these columns of the rows so filtered and sorted, from the first one if that is new. */
  show(
    filter: string,
    sort: ExploreSort | null,
    { columns, among }: Pick<RowsQuery, 'columns'> & { readonly among: RowsQuery['among'] },
  ): void {
    this.#columns = columns;
    const same = filter === this.#filter && sort?.column === this.#sort?.column && among === this.#among;
    this.#among = among;
    if (!same || sort?.descending !== this.#sort?.descending) this.offset = 0;
    this.#filter = filter;
    this.#sort = sort;
    void this.load();
  }

  turn(by: number): void {
    this.offset = Math.max(0, this.offset + by * this.limit);
    void this.load();
  }

  async load(): Promise<void> {
    const ticket = ++this.#latest;
    const { offset, limit } = this;
    this.busy = true;
    const query = { ...this.query, offset, limit };
    await this.#notices.attempt(exploreWords().table.reading, async () => {
      const engine = await this.#engine();
      const page = await engine.table(query);
      if (ticket !== this.#latest) return;
      this.page = page;
      this.loaded = true;
    });
    if (ticket === this.#latest) this.busy = false;
  }
}

/** Alias suggestions and the edits made so far. */
export class EntityEdits {
  suggestions = $state.raw<readonly AliasSuggestion[]>([]);
  edits = $state.raw<readonly EditView[]>([]);
  loaded = $state(false);
  dismissed = $state.raw<ReadonlySet<string>>(new Set());
  readonly open = $derived(this.suggestions.filter((item) => !this.dismissed.has(this.keyOf(item))));
  readonly #engine = getEngine();
  readonly #notices = getNotices();
  readonly #runs = new EditRuns();
  readonly #indexing = getIndexing();

  keyOf(item: AliasSuggestion): string {
    return `${item.into.id} ${item.from.id}`;
  }

  /** Notes that the two are not the same. */
  dismiss(item: AliasSuggestion): Promise<void> {
    return this.#settle(item, exploreWords().pairs.keeping, (engine, options) =>
      engine.keepApart(item.into.id, item.from.id, options),
    );
  }

  async load(): Promise<void> {
    await this.#notices.attempt(exploreWords().pairs.loading, async () => {
      const engine = await this.#engine();
      this.suggestions = await engine.aliasSuggestions();
      this.edits = await engine.edits();
      this.loaded = true;
    });
  }

  merge(item: AliasSuggestion): Promise<void> {
    return this.#settle(item, exploreWords().pairs.merging, (engine, options) =>
      engine.merge(item.into.id, item.from.id, options),
    );
  }

  /** Hides the pair until the engine has heard; from then on only what it suggests counts, so that an undone pair comes back. */
  async #settle(item: AliasSuggestion, doing: string, start: Parameters<Indexing['run']>[1]): Promise<void> {
    const key = this.keyOf(item);
    this.dismissed = new Set([...this.dismissed, key]);
    await this.#runs.run(doing, start);
    await this.load();
    this.dismissed = new Set([...this.dismissed].filter((one) => one !== key));
  }

  /** Undoes the edit, or does it again where it is undone. */
  async turn({ id, undone }: EditView): Promise<void> {
    await (undone
      ? this.#indexing.run(exploreWords().pairs.redoing, (engine, options) => engine.redo(id, options))
      : this.#indexing.run(exploreWords().pairs.undoing, (engine, options) => engine.undo(id, options)));
    await this.load();
  }
}

/** State in which a person left the tree of a collection's communities. */
class TreeState {
  readonly unfolded = new SvelteSet<number>();
  /** Deepest level shown. */
  level = $state(Infinity);
  /** Lines shown at most. */
  limit = $state(100);
  /** The community whose line the keyboard is on. */
  focused = $state<number | null>(null);
  /** Scroll positions of the page and of the tree in it, in pixels. */
  scrolled = { page: 0, tree: 0 };
}

const known = new WeakMap<Library, Map<string, TreeState>>();

/** The place in this collection's tree, made where it is first asked for: the same one until the page is closed, whatever else is looked at. */
function treeState(library: Library, collection: string): TreeState {
  const places = known.get(library) ?? new Map<string, TreeState>();
  const place = places.get(collection) ?? new TreeState();
  known.set(library, places.set(collection, place));
  return place;
}
