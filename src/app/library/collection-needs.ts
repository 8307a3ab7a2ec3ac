import type { CollectionView } from '../../core/engine/collections/collection-view';
import type { Conversations } from '../ask/conversations.svelte';
import type { Dialogs } from '../dialogs.svelte';
import type { ConnectEngine } from '../engine';
import type { Notices } from '../notices.svelte';
import type { Shell } from '../platform/shell';
import type { Settings } from '../settings/settings.svelte';
import type { Deletions } from './deletions.svelte';
import type { Indexing } from './indexing.svelte';
import type { Library } from './library.svelte';
import type { Opening } from './opening.svelte';

/** Environment of actions on whole collections. */
export interface CollectionNeeds {
  readonly engine: ConnectEngine;
  readonly shell: Shell;
  readonly notices: Notices;
  readonly dialogs: Dialogs;
  readonly settings: Settings;
  readonly library: Library;
  readonly indexing: Indexing;
  readonly conversations: Conversations;
  readonly opening: Opening;
  readonly deletions: Deletions;
  readonly adopt: (view: CollectionView) => void;
  /** Takes over what the tab that writes has committed, or that this one writes now. */
  readonly follow: (view: CollectionView) => Promise<void>;
}
