import { SvelteSet } from 'svelte/reactivity';
import type { ExportScope } from '../../../core/ports/interop';
import type { CommunityNode } from '../../../core/engine/asking/looking-calls';
import type { ExportSelection } from '../../dialogs.svelte';
import type { ConnectEngine } from '../../engine';

/** Parts that can be exported; the selection is the one on the map. */
export const EXTENTS = ['whole', 'documents', 'community', 'selection'] as const;
export type Extent = (typeof EXTENTS)[number];

/** Communities that are offered, the largest first. */
const OFFERED = 200;

/** Part of the collection that a person exports. */
export class ExportScopeChoice {
  extent = $state<Extent>('whole');
  readonly documents = new SvelteSet<string>();
  community = $state<number | null>(null);
  /** Level of the communities and reports; null for all. */
  level = $state<number | null>(null);
  communities = $state.raw<readonly CommunityNode[]>([]);
  readonly selection: ExportSelection | undefined;
  readonly #engine: ConnectEngine;

  constructor(engine: ConnectEngine, selection: ExportSelection | undefined) {
    this.#engine = engine;
    this.selection = selection;
    if (selection) this.extent = 'selection';
  }

  /** The extents that there are here. */
  get extents(): readonly Extent[] {
    return EXTENTS.filter((one) => one !== 'selection' || this.selection);
  }

  /** Null while nothing is chosen of what the extent asks for. */
  get scope(): ExportScope | null {
    const level = this.level ?? undefined;
    switch (this.extent) {
      case 'whole':
        return { level };
      case 'documents':
        return this.documents.size > 0 ? { level, documents: [...this.documents] } : null;
      case 'community':
        return this.community === null ? null : { level, communities: [this.community] };
      case 'selection':
        return this.selection ? { level, ...this.selection.scope } : null;
    }
  }

  async loadCommunities(): Promise<void> {
    const all = await (await this.#engine()).communities();
    this.communities = all.toSorted((a, b) => b.row.size - a.row.size).slice(0, OFFERED);
    this.community ??= this.communities[0]?.row.community ?? null;
  }
}
