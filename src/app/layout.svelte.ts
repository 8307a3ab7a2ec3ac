import { createContext } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import type { Router, Tab } from './router.svelte';

export type Pane = Tab | 'library' | 'evidence';

/** Which panes are to be seen: side panes fold on a wide window, a narrow one shows a single pane. */
export class Layout {
  library = $state(true);
  evidence = $state(true);
  /** A side pane shown in place of the tab, on a narrow window. */
  side = $state<'library' | 'evidence' | null>(null);
  /** What was left by keyboard for Evidence, to go back to. */
  opener: HTMLElement | null = null;
  readonly #router: Router;
  readonly #narrow = new MediaQuery('max-width: 899.98px');

  constructor(router: Router) {
    this.#router = router;
  }

  get narrow(): boolean {
    return this.#narrow.current;
  }

  /** Turns to a tab, on a narrow window too. */
  openTab(tab: Tab): void {
    this.side = null;
    this.#router.go({ tab });
  }

  showLibrary(): void {
    this.library = true;
    this.side = 'library';
  }

  showEvidence(): void {
    this.evidence = true;
    this.side = 'evidence';
  }
}

export const [getLayout, setLayout] = createContext<Layout>();
