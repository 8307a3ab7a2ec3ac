import { makeProfile, type Site, type Visit } from '../chromium';
import { LateError } from './acts';
import { watchPage } from './watch-page';
import type { Figures } from './parts';
import type { Cell } from './scale-table';

/** Opens a browser whose page is watched, on the profile in this folder. */
export async function withWatchedVisit(
  site: Site,
  profile: string,
  use: (visit: Visit) => Promise<void>,
): Promise<void> {
  const visit = await site.open(profile);
  await watchPage(visit.page);
  try {
    await use(visit);
  } finally {
    await visit.close();
  }
}

/** The same on a fresh profile, with the site shown. */
export async function withFreshVisit(site: Site, use: (visit: Visit) => Promise<void>): Promise<void> {
  const profile = await makeProfile();
  try {
    await withWatchedVisit(site, profile.folder, async (visit) => {
      await showSite(visit, site);
      await use(visit);
    });
  } finally {
    await profile.remove();
  }
}

/** Shows the site and waits until its service worker is in charge. */
export async function showSite({ page }: Visit, site: Site): Promise<void> {
  await page.goto(site.url);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Measures a part, or prints why it did not come to an end. */
export async function attempt(name: string, measure: () => Promise<Figures>): Promise<Readonly<Record<string, Cell>>> {
  try {
    return await measure();
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    return { [`${name}: to Ready, s`]: error instanceof LateError ? error.message : 'failed' };
  }
}
