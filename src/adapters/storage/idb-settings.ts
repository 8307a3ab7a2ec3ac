import type { SettingStore } from '../../core/ports/platform';
import type { Database } from './idb-database';
import { isRecord } from './is-record';

type Parts = Readonly<Record<string, unknown>>;

/** A setting with parts of it changed, or removed where they are undefined. */
export const withParts = (before: Parts, parts: Parts): Parts =>
  Object.fromEntries(Object.entries({ ...before, ...parts }).filter(([, part]) => part !== undefined));

/** Settings in IndexedDB, of which parts are changed. */
export function idbSettings({ open, change }: Database): SettingStore {
  return {
    get: async (key) => (await open()).get('settings', key),
    change: async (key, parts) => {
      let whole: unknown;
      await change(['settings'], async (transaction) => {
        const store = transaction.objectStore('settings');
        const before: unknown = await store.get(key);
        whole = withParts(isRecord(before) ? before : {}, parts);
        await store.put(whole, key);
      });
      return whole;
    },
  };
}
