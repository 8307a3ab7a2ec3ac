import { uniqueName } from '../../src/core/engine/collections/unique-name';
import { importFile, openCopy, saveCopy, textFile } from '../../tests/helpers/page-steps';
import type { Act, Scene } from './act';
import { chooseForCollection, openCollection, pressInDialog, turnToCollection, typeName } from './places';

/** Copies that were exported, each with the name that its collection had. */
export interface Copies {
  newest: { readonly name: string; readonly file: Buffer } | null;
}

/** Collections besides the first one, at most. */
const MANY = 3;

const names = ({ facts }: Scene): readonly string[] =>
  [...facts.keys()].flatMap((name) => (name.startsWith('collection ') ? [name.slice('collection '.length)] : []));

const hasRoom = (scene: Scene): boolean => names(scene).length <= MANY;

const options = ({ page }: Scene) => page.locator('#collection option');

/** Waits until the open collection has this name. */
const isOpen = ({ page }: Scene, name: string): Promise<unknown> =>
  page.waitForFunction(
    (wanted) =>
      document.querySelector<HTMLSelectElement>('#collection')?.selectedOptions[0]?.textContent.trim() === wanted,
    name,
  );

/** The name of the open collection. */
const openName = async ({ page }: Scene): Promise<string> =>
  (await page.locator('#collection option:checked').textContent())?.trim() ?? '';

/** A graph of two names in GraphML. */
const graph = (serial: number): string =>
  `<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="d" for="edge" attr.name="description" attr.type="string"/><graph edgedefault="undirected"><node id="Skerry ${String(serial)}"/><node id="Gannet Rock"/><edge source="Skerry ${String(serial)}" target="Gannet Rock"><data key="d">The boats of both share a slip.</data></edge></graph></graphml>`;

export const COLLECTION_ACTS: readonly Act[] = [
  {
    name: 'rename the collection',
    prepare: async (scene) => {
      const { page, serial } = scene;
      const old = await openName(scene);
      const name = `Harbour ${String(serial)}`;
      await chooseForCollection(page, 'Rename…');
      await typeName(page, name);
      return {
        after: { [`collection ${old}`]: null, [`collection ${name}`]: 'there' },
        perform: async () => {
          await pressInDialog(page, 'Rename');
          await isOpen(scene, name);
        },
      };
    },
  },
  {
    name: 'create a collection',
    prepare: async (scene) => {
      if (!hasRoom(scene)) return null;
      const name = `Box ${String(scene.serial)}`;
      await chooseForCollection(scene.page, 'New collection…');
      await typeName(scene.page, name);
      return {
        after: { [`collection ${name}`]: 'there' },
        perform: async () => {
          await pressInDialog(scene.page, 'Create');
          await isOpen(scene, name);
        },
      };
    },
  },
  {
    name: 'delete a collection',
    prepare: async (scene) => {
      const { page } = scene;
      const main = openCollection(page);
      const others = await options(scene).evaluateAll((all) =>
        all.map((option) => ({ id: (option as HTMLOptionElement).value, name: option.textContent?.trim() ?? '' })),
      );
      const doomed = others.find(({ id }) => id !== main);
      if (!doomed) return null;
      await turnToCollection(page, doomed.id);
      await chooseForCollection(page, 'Delete this collection…');
      return {
        after: { [`collection ${doomed.name}`]: null },
        perform: async () => {
          await page.getByRole('alertdialog').getByRole('button', { name: 'Delete the collection' }).click();
          await page.locator(`#collection option[value="${doomed.id}"]`).waitFor({ state: 'detached' });
        },
      };
    },
  },
  {
    name: 'export a copy',
    prepare: async (scene) => {
      const name = await openName(scene);
      return {
        after: {},
        perform: async () => {
          scene.copies.newest = { name, file: await saveCopy(scene.page) };
        },
      };
    },
  },
  {
    name: 'import a copy',
    prepare: async (scene) => {
      const { newest } = scene.copies;
      if (!newest || !hasRoom(scene)) return null;
      const taken = names(scene).map((name) => ({ id: '', name, created: 0, opened: 0 }));
      const name = uniqueName(newest.name, taken);
      return {
        after: { [`collection ${name}`]: 'there' },
        perform: async () => {
          await openCopy(scene.page, newest.file);
          await isOpen(scene, name);
        },
      };
    },
  },
  {
    name: 'import a graph',
    prepare: async (scene) => {
      if (!hasRoom(scene)) return null;
      const name = `graph ${String(scene.serial)}`;
      return {
        after: { [`collection ${name}`]: 'there' },
        perform: async () => {
          await importFile(scene.page, textFile(`${name}.graphml`, graph(scene.serial), 'application/xml'));
          await isOpen(scene, name);
        },
      };
    },
  },
];
