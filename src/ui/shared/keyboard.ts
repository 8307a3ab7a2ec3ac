const CONTROLS = 'button:not([disabled]), input:not([disabled])';

type Step = (rows: readonly (readonly HTMLElement[])[], row: number, at: number) => HTMLElement | undefined;

/** To a neighbouring row's control in the same place, or its last one. */
const toRow =
  (next: (row: number, rows: number) => number): Step =>
  (rows, row, at) => {
    const controls = rows[Math.min(rows.length - 1, Math.max(0, next(row, rows.length)))];
    return controls?.[Math.min(at, controls.length - 1)];
  };

const STEPS: Readonly<Record<string, Step>> = {
  ArrowDown: toRow((row) => row + 1),
  ArrowUp: toRow((row) => row - 1),
  Home: toRow(() => 0),
  End: toRow((_, rows) => rows - 1),
  ArrowRight: (rows, row, at) => rows[row]?.[at + 1],
  ArrowLeft: (rows, row, at) => rows[row]?.[at - 1],
};

/**
 * Makes a list one tab stop: up and down, Home and End move between its rows, left and right among a row's controls. The stop is where
 * the focus was last, at first on the control that `first` selects.
 */
export function roving(first: string): (list: HTMLElement) => () => void {
  return (list) => {
    let current: HTMLElement | null = null;
    const rowsOf = (): HTMLElement[][] =>
      Array.from(list.children, (row) => Array.from(row.querySelectorAll<HTMLElement>(CONTROLS)));
    const settle = (): void => {
      const controls = rowsOf().flat();
      if (!current || !controls.includes(current))
        current = list.querySelector<HTMLElement>(first) ?? controls[0] ?? null;
      for (const control of controls) control.tabIndex = control === current ? 0 : -1;
    };
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target.matches(CONTROLS)) current = target;
      settle();
    };
    const onKey = (event: KeyboardEvent): void => {
      const step = STEPS[event.key];
      if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const rows = rowsOf();
      const row = rows.findIndex((controls) => controls.some((control) => control === event.target));
      const at = rows[row]?.findIndex((control) => control === event.target) ?? -1;
      if (at < 0) return;
      event.preventDefault();
      step(rows, row, at)?.focus();
    };
    const observer = new MutationObserver(settle);
    observer.observe(list, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    list.addEventListener('focusin', onFocus);
    list.addEventListener('keydown', onKey);
    settle();
    return () => {
      observer.disconnect();
      list.removeEventListener('focusin', onFocus);
      list.removeEventListener('keydown', onKey);
    };
  };
}

const KEYS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

/** The arrow key that j or k replaces; undefined for any other key. */
export const walkKey = ({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string | undefined =>
  altKey || ctrlKey || metaKey || shiftKey ? undefined : KEYS[key];

/** A roving list that j and k walk, too, as in a mail program or a news reader; the row that the keys come to is seen whole. */
export function walking(first: string): (list: HTMLElement) => () => void {
  const rove = roving(first);
  return (list) => {
    const end = rove(list);
    const onKey = (event: KeyboardEvent): void => {
      const key = walkKey(event);
      if (!key) return;
      event.preventDefault();
      event.target?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    };
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return;
      const row = [...list.children].find((one) => one.contains(target));
      row?.scrollIntoView({ block: 'nearest' });
    };
    list.addEventListener('keydown', onKey);
    list.addEventListener('focusin', onFocus);
    return () => {
      end();
      list.removeEventListener('keydown', onKey);
      list.removeEventListener('focusin', onFocus);
    };
  };
}

/** Checks if keys typed into a target are words. */
export const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));

/** Frames that a busy machine may take to load the Ask view. */
const FRAMES = 300;

const question = (): HTMLElement | null => document.querySelector('#question');

/** Moves the focus to the question; the Ask view may have to be loaded first. */
export async function focusQuestion(): Promise<void> {
  for (let frame = 0; frame < FRAMES && !question(); frame++) await new Promise(requestAnimationFrame);
  question()?.focus();
}
