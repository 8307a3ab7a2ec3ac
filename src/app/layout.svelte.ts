import { createContext } from 'svelte';
import { MediaQuery } from 'svelte/reactivity';
import { innerWidth } from 'svelte/reactivity/window';
import type { Router, SettingsPage, Tab } from './router.svelte';

export type SidePane = 'library' | 'evidence';
export type Pane = Tab | SidePane;

/** Returns the key under which the width of a pane is kept. */
const widthKey = (pane: SidePane): string => `burrow.width.${pane}`;
/** Pixels; null where a person has set none. */
const keptWidth = (pane: SidePane): number | null => Number(localStorage.getItem(widthKey(pane))) || null;

/** Visible panes: side panes fold on a wide window, a narrow one shows a single pane. */
export class Layout {
  library = $state(true);
  /** Evidence is open while it shows something, unless a person opened or closed it. */
  evidence = $state<'filled' | 'open' | 'closed'>('filled');
  #widths = $state.raw({ library: keptWidth('library'), evidence: keptWidth('evidence') });
  /** A side pane shown in place of the tab, on a narrow window. */
  side = $state<SidePane | null>(null);
  /** Element that was left by keyboard for Evidence, to return to. */
  opener: HTMLElement | null = null;
  readonly #router: Router;
  readonly #narrow = new MediaQuery('max-width: 899.98px');

  constructor(router: Router) {
    this.#router = router;
  }

  get narrow(): boolean {
    return this.#narrow.current;
  }

  /** Turns to a page of Settings, on a narrow window too. */
  openSettings(settings: SettingsPage): void {
    this.side = null;
    this.#router.go({ tab: 'settings', settings });
  }

  /** The change of the route that lets a side pane be seen: on a wide window Settings have none beside them. */
  get beside(): { readonly tab?: Tab } {
    return !this.narrow && this.#router.route.tab === 'settings' ? { tab: 'ask' } : {};
  }

  showLibrary(): void {
    this.library = true;
    this.side = 'library';
    this.#router.go(this.beside);
  }

  /** Width of a side pane in pixels, and the least and most that fit the window. */
  widthOf(pane: SidePane): { readonly width: number; readonly least: number; readonly most: number } {
    const room = innerWidth.current ?? 1280;
    const [least, most] = pane === 'library' ? [200, room * 0.35] : [260, room * 0.5];
    const usual = pane === 'library' ? 288 : Math.max(288, room * 0.3);
    const width = Math.min(most, Math.max(least, this.#widths[pane] ?? usual));
    return { width: Math.round(width), least, most: Math.round(most) };
  }

  /** Sets the width of a side pane for good; null gives it the usual one. */
  resize(pane: SidePane, width: number | null): void {
    this.#widths = { ...this.#widths, [pane]: width };
    if (width === null) localStorage.removeItem(widthKey(pane));
    else localStorage.setItem(widthKey(pane), String(width));
  }

  showEvidence(): void {
    this.evidence = 'filled';
    this.side = 'evidence';
  }
}

export const [getLayout, setLayout] = createContext<Layout>();
