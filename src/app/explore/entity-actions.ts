import type { Namesake } from '../../core/engine/editing/namesakes';
import { getDialogs } from '../dialogs.svelte';
import { getEngine } from '../engine';
import { getEvidence } from '../evidence/evidence.svelte';
import { getIndexing } from '../library/indexing.svelte';
import { getNotices } from '../notices.svelte';

interface NamedEntity {
  readonly id: string;
  readonly title: string;
}

/** Names offered while one is typed. */
const OFFERED = 12;

const isCalled = (title: string, name: string): boolean => title.toLowerCase() === name.toLowerCase();

/** What a person changes about one entity. Made while a component starts. */
export class EntityActions {
  readonly #engine = getEngine();
  readonly #notices = getNotices();
  readonly #dialogs = getDialogs();
  readonly #indexing = getIndexing();
  readonly #evidence = getEvidence();

  /** Gives it another name; where an entity has that name already, the two are joined or nothing is changed, as the person says. */
  async rename({ id, title: value }: NamedEntity): Promise<void> {
    const title = await this.#dialogs.name({ title: 'Rename the entity', label: 'Name', value, action: 'Rename' });
    if (!title || title === value) return;
    const found = await this.#find(title);
    if (!found) return;
    const other = found.find((one) => one.id !== id && isCalled(one.title, title));
    if (!other) {
      await this.#indexing.run('Renaming the entity', (engine, options) => engine.renameEntity(id, title, options));
      return;
    }
    const sure = await this.#dialogs.confirm({
      title: `Join ${value} with ${other.title}?`,
      text: `There is an entity called ${other.title} already. Joined, they are one entity with both names; otherwise nothing is changed. Explore, Aliases can undo it.`,
      action: 'Join them',
    });
    if (sure) await this.#join(id, other);
  }

  /** Joins it with an entity that the person names. */
  async join({ id, title }: NamedEntity): Promise<void> {
    const name = await this.#dialogs.name({
      title: `${title} is the same as`,
      label: 'Name of the other entity',
      hint: 'Type a part of its name',
      value: '',
      action: 'Join them',
      offer: async (words) => {
        const found = await (await this.#engine()).namesakes(words, OFFERED);
        return found.filter((one) => one.id !== id).map((one) => one.title);
      },
    });
    if (!name) return;
    const found = await this.#find(name);
    if (!found) return;
    const others = found.filter((one) => one.id !== id);
    const other = others.find((one) => isCalled(one.title, name)) ?? (others.length === 1 ? others[0] : undefined);
    if (other) await this.#join(id, other);
    else this.#notices.say(`No other entity is called “${name}”. Nothing was changed.`);
  }

  /** Gives it another type, whatever the passages say. */
  async changeType({ id, title }: NamedEntity): Promise<void> {
    const type = await this.#dialogs.name({
      title: `Change the type of ${title}`,
      label: 'Type',
      hint: 'Choose one in use, or type a new one',
      value: '',
      action: 'Change',
      offer: async () => (await this.#engine()).entityTypes(),
    });
    if (!type) return;
    const value = type.toLowerCase();
    await this.#indexing.run('Changing the type', (engine, options) => engine.changeType(id, value, options));
  }

  /** Makes one of the entity's names an entity of its own. */
  async split({ id }: NamedEntity, alias: string): Promise<void> {
    await this.#indexing.run('Splitting the name off', (engine, options) => engine.splitEntity(id, alias, options));
  }

  async delete({ id, title }: NamedEntity): Promise<void> {
    const text = 'It leaves the graph and the reports. The documents stay as they are. Explore, Aliases can undo it.';
    if (!(await this.#dialogs.confirm({ title: `Delete ${title} from the graph?`, text, action: 'Delete' }))) return;
    await this.#indexing.run('Deleting the entity', (engine, options) => engine.deleteEntity(id, options));
  }

  #find(name: string): Promise<readonly Namesake[] | undefined> {
    return this.#notices.attempt('Looking for the name', async () => (await this.#engine()).namesakes(name, OFFERED));
  }

  async #join(id: string, { id: other, title }: Namesake): Promise<void> {
    const isDone = await this.#indexing.run('Joining them', (engine, options) => engine.merge(other, id, options));
    if (isDone) this.#evidence.open({ kind: 'target', target: { kind: 'entity', id: other, title } });
  }
}
