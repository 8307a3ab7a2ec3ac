import type { EngineApi } from '../../core/engine/api';
import type { Namesake } from '../../core/engine/editing/namesakes';
import type { Session } from '../session.svelte';

interface NamedEntity {
  readonly id: string;
  readonly title: string;
}

/** Names offered while one is typed. */
const OFFERED = 12;

const isCalled = (title: string, name: string): boolean => title.toLowerCase() === name.toLowerCase();

/** Gives it another name; where an entity has that name already, the two are joined or nothing is changed, as the person says. */
export async function renameEntity(session: Session, { id, title: value }: NamedEntity): Promise<void> {
  const title = await session.dialogs.name({ title: 'Rename the entity', label: 'Name', value, action: 'Rename' });
  if (!title || title === value) return;
  const found = await find(session, title);
  if (!found) return;
  const other = found.find((one) => one.id !== id && isCalled(one.title, title));
  if (!other) {
    await session.indexing.run('Renaming the entity', (engine, options) => engine.renameEntity(id, title, options));
    return;
  }
  const sure = await session.dialogs.confirm({
    title: `Join ${value} with ${other.title}?`,
    text: `There is an entity called ${other.title} already. Joined, they are one entity with both names; otherwise nothing is changed. Explore, Aliases can undo it.`,
    action: 'Join them',
  });
  if (sure) await join(session, id, other);
}

/** Joins it with an entity that the person names. */
export async function joinEntity(session: Session, { id, title }: NamedEntity): Promise<void> {
  const name = await session.dialogs.name({
    title: `${title} is the same as`,
    label: 'Name of the other entity',
    hint: 'Type a part of its name',
    value: '',
    action: 'Join them',
    offer: async (words) => {
      const engine = await session.engine();
      const found = await engine.namesakes(words, OFFERED);
      return found.filter((one) => one.id !== id).map((one) => one.title);
    },
  });
  if (!name) return;
  const found = await find(session, name);
  if (!found) return;
  const others = found.filter((one) => one.id !== id);
  const other = others.find((one) => isCalled(one.title, name)) ?? (others.length === 1 ? others[0] : undefined);
  if (other) await join(session, id, other);
  else session.notices.say(`No other entity is called “${name}”. Nothing was changed.`);
}

/** Gives it another type, whatever the passages say. */
export async function changeType(session: Session, { id, title }: NamedEntity): Promise<void> {
  const type = await session.dialogs.name({
    title: `Change the type of ${title}`,
    label: 'Type',
    hint: 'Choose one in use, or type a new one',
    value: '',
    action: 'Change',
    offer: async () => (await session.engine()).entityTypes(),
  });
  if (!type) return;
  const value = type.toLowerCase();
  await session.indexing.run('Changing the type', (engine, options) => engine.changeType(id, value, options));
}

/** Makes one of the entity's names an entity of its own. */
export async function splitEntity(session: Session, { id }: NamedEntity, alias: string): Promise<void> {
  await session.indexing.run('Splitting the name off', (engine, options) => engine.splitEntity(id, alias, options));
}

export async function deleteEntity(session: Session, { id, title }: NamedEntity): Promise<void> {
  const text = 'It leaves the graph and the reports. The documents stay as they are. Explore, Aliases can undo it.';
  if (!(await session.dialogs.confirm({ title: `Delete ${title} from the graph?`, text, action: 'Delete' }))) return;
  await session.indexing.run('Deleting the entity', (engine, options) => engine.deleteEntity(id, options));
}

const find = (session: Session, name: string): Promise<readonly Namesake[] | undefined> =>
  session.notices.attempt('Looking for the name', async () => (await session.engine()).namesakes(name, OFFERED));

async function join(session: Session, id: string, other: Namesake): Promise<void> {
  const start = (engine: EngineApi, options: Parameters<EngineApi['merge']>[2]) => engine.merge(other.id, id, options);
  if (!(await session.indexing.run('Joining them', start))) return;
  session.openEvidence({ kind: 'target', target: { kind: 'entity', id: other.id, title: other.title } });
}
