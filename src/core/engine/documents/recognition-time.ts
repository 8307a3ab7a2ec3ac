import type { SettingStore } from '../../platform';
import type { RecognitionTime } from '../../ports/documents';

const SETTING = 'recognition of pages';
/** Weight of the newest source: a few make the picture. */
const NEWEST = 0.25;

/** Returns the seconds that a page took on this machine so far; null where none was read yet. */
export async function secondsPerPage(settings: SettingStore): Promise<number | null> {
  const kept = (await settings.get(SETTING)) as { readonly secondsPerPage?: unknown } | undefined;
  const seconds = kept?.secondsPerPage;
  return typeof seconds === 'number' && seconds > 0 ? seconds : null;
}

/** Keeps what a source showed of the time that a page takes. */
export async function keepRecognitionTime(settings: SettingStore, { pages, seconds }: RecognitionTime): Promise<void> {
  if (pages === 0 || seconds <= 0) return;
  const now = seconds / pages;
  const before = (await secondsPerPage(settings)) ?? now;
  await settings.change(SETTING, { secondsPerPage: (1 - NEWEST) * before + NEWEST * now });
}
