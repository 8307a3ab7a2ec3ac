import { roving } from '../../shared/roving';

const KEYS: Readonly<Record<string, string>> = { j: 'ArrowDown', k: 'ArrowUp' };

/** A roving list that j and k walk, too, as in a mail program or a news reader; the row that the keys come to is seen whole. */
export function walking(first: string): (list: HTMLElement) => () => void {
  const rove = roving(first);
  return (list) => {
    const end = rove(list);
    const onKey = (event: KeyboardEvent): void => {
      const key = KEYS[event.key];
      if (!key || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
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
