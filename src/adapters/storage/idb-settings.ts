import type { SettingStore } from '../../core/ports/settings';
import type { Database } from './idb-database';
import { isRecord } from './is-record';

/** Settings in IndexedDB, of which parts are changed. */
export function idbSettings({ open, change }: Database): SettingStore {
  return {
    get: async (key) => (await open()).get('settings', key),
    change: async (key, parts) => {
      let whole: unknown;
      await change(['settings'], async (transaction) => {
        const store = transaction.objectStore('settings');
        const before: unknown = await store.get(key);
        whole = { ...(isRecord(before) ? before : {}), ...parts };
        await store.put(whole, key);
      });
      return whole;
    },
  };
}
