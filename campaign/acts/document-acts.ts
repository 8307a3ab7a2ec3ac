import type { Page } from '@playwright/test';
import { addFiles, textFile } from '../../tests/helpers/page-steps';
import type { Act, Scene } from './act';
import { turnTo } from './places';

/** Documents that acts add, and those that stay from the beginning. */
const OWN = /^document (entry-\d+)$/u;
/** Documents that are kept at least, and at most. */
const FEW = 2;
const MANY = 12;

/** Names nobody, so that no edit of the graph goes with it. */
const entryText = (serial: number): string =>
  `Entry ${String(serial)}. The lamp was trimmed at dusk and the oil was weighed twice. Nothing else was written down that night.`;

const titleButton = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true });
const deleteButton = (page: Page, title: string) => page.getByRole('button', { name: `Delete ${title}`, exact: true });

const ownDocuments = ({ facts }: Scene): readonly string[] =>
  [...facts.keys()].flatMap((name) => OWN.exec(name)?.[1] ?? []);

/** One of the documents that may go. */
function removable(scene: Scene): string | undefined {
  const own = ownDocuments(scene);
  return own.length > FEW ? own[Math.floor(scene.random() * own.length)] : undefined;
}

async function askToDelete(page: Page, title: string): Promise<void> {
  await deleteButton(page, title).click();
  await page.getByRole('alertdialog').waitFor();
}

async function confirmDeletion(page: Page, title: string): Promise<void> {
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await deleteButton(page, title).waitFor({ state: 'detached' });
}

/** An act that gives a document, acknowledged by what `acknowledged` waits for. */
const giving = (name: string, acknowledged: (page: Page, title: string) => Promise<void>): Act => ({
  name,
  prepare: async (scene) => {
    const { page, serial } = scene;
    if (ownDocuments(scene).length > MANY) return null;
    const title = `entry-${String(serial)}`;
    await turnTo(page, 'ask');
    return {
      after: { [`document ${title}`]: 'there' },
      perform: async () => {
        await addFiles(page, textFile(`${title}.txt`, entryText(serial)));
        await acknowledged(page, title);
      },
    };
  },
});

export const DOCUMENT_ACTS: readonly Act[] = [
  giving('add a document', (page, title) => titleButton(page, title).first().waitFor()),
  giving('give a document, until it has a line', (page, title) =>
    page
      .locator('ul.lines li:is(.queued, .reading, .read)')
      .filter({ hasText: title })
      .or(titleButton(page, title))
      .first()
      .waitFor(),
  ),
  {
    name: 'delete a document',
    prepare: async (scene) => {
      const title = removable(scene);
      if (title === undefined) return null;
      await askToDelete(scene.page, title);
      return { after: { [`document ${title}`]: null }, perform: () => confirmDeletion(scene.page, title) };
    },
  },
  {
    name: 'undo the deletion of a document',
    prepare: async (scene) => {
      const title = removable(scene);
      if (title === undefined) return null;
      const { page } = scene;
      await askToDelete(page, title);
      await confirmDeletion(page, title);
      return {
        before: { [`document ${title}`]: null },
        after: { [`document ${title}`]: 'there' },
        perform: async () => {
          await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
          await deleteButton(page, title).waitFor();
        },
      };
    },
  },
];
