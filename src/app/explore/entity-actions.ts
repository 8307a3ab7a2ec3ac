import type { Namesake } from '../../core/engine/editing/edits';
import { getDialogs } from '../dialogs.svelte';
import { getEngine } from '../engine';
import { getEvidence } from '../evidence/evidence.svelte';
import { getNotices } from '../notices.svelte';
import { language } from '../words/language.svelte';
import { evidenceWords } from '../words/screens/evidence-words';
import { EditRuns } from './edit-runs.svelte';

interface NamedEntity {
  readonly id: string;
  readonly title: string;
}

/** Names offered while one is typed. */
const OFFERED = 12;

const isCalled = (title: string, name: string): boolean => title.toLowerCase() === name.toLowerCase();

/** Changes of one entity by a person. Made while a component starts. */
export class EntityActions {
  readonly #engine = getEngine();
  readonly #notices = getNotices();
  readonly #dialogs = getDialogs();
  readonly #edits = new EditRuns();
  readonly #evidence = getEvidence();

  /**
   * Renames an entity. Where another one has that name already, the person decides to join the two or to change
   * nothing.
   */
  async rename({ id, title: value }: NamedEntity): Promise<void> {
    const words = evidenceWords().edit;
    const title = await this.#dialogs.name({
      title: words.renameTitle,
      label: language.words.shared.name,
      value,
      action: language.words.shared.rename,
    });
    if (!title || title === value) return;
    const found = await this.#find(title);
    if (!found) return;
    const other = found.find((one) => one.id !== id && isCalled(one.title, title));
    if (!other) {
      await this.#edits.run(words.renaming, (engine, options) => engine.renameEntity(id, title, options));
      return;
    }
    if (await this.#isSure(value, other)) await this.#join(id, other);
  }

  /** Joins it with an entity that the person names. */
  async join({ id, title }: NamedEntity): Promise<void> {
    const words = evidenceWords().edit;
    const name = await this.#dialogs.name({
      title: words.mergeWith(title),
      label: words.other,
      hint: words.otherHint,
      value: '',
      action: words.mergeAction,
      offer: async (typed) => {
        const found = await (await this.#engine()).namesakes(typed, OFFERED);
        return found.filter((one) => one.id !== id).map((one) => one.title);
      },
    });
    if (!name) return;
    const found = await this.#find(name);
    if (!found) return;
    const others = found.filter((one) => one.id !== id);
    const named = others.find((one) => isCalled(one.title, name));
    const other = named ?? (others.length === 1 ? others[0] : undefined);
    if (!other) this.#notices.say(words.unknown(name));
    // A part of a name may be meant for another entity than the one that has it.
    else if (named || (await this.#isSure(title, other))) await this.#join(id, other);
  }

  /** Changes the type of an entity, whatever the passages contain. */
  async changeType({ id, title }: NamedEntity): Promise<void> {
    const words = evidenceWords().edit;
    const type = await this.#dialogs.name({
      title: words.typeTitle(title),
      label: words.type,
      hint: words.typeHint,
      value: '',
      action: words.typeAction,
      offer: async () => (await this.#engine()).entityTypes(),
    });
    if (!type) return;
    const value = type.toLowerCase();
    await this.#edits.run(words.changingType, (engine, options) => engine.changeType(id, value, options));
  }

  /** Makes one of the entity's names an entity of its own. */
  async split({ id }: NamedEntity, alias: string): Promise<void> {
    await this.#edits.run(evidenceWords().edit.unmerging, (engine, options) => engine.splitEntity(id, alias, options));
  }

  async delete({ id, title }: NamedEntity): Promise<void> {
    const words = evidenceWords().edit;
    const sure = await this.#dialogs.confirm({
      title: words.deleteTitle(title),
      text: words.deleteText,
      action: words.deleteAction,
    });
    if (!sure) return;
    await this.#edits.run(words.deleting, (engine, options) => engine.deleteEntity(id, options));
  }

  #find(name: string): Promise<readonly Namesake[] | undefined> {
    return this.#notices.attempt(evidenceWords().edit.looking, async () =>
      (await this.#engine()).namesakes(name, OFFERED),
    );
  }

  #isSure(title: string, other: Namesake): Promise<boolean> {
    const words = evidenceWords().edit;
    return this.#dialogs.confirm({
      title: words.mergeTitle(title, other.title),
      text: words.mergeText(other.title),
      action: words.mergeAction,
    });
  }

  async #join(id: string, { id: other, title }: Namesake): Promise<void> {
    const isDone = await this.#edits.run(evidenceWords().edit.merging, (engine, options) =>
      engine.merge(other, id, options),
    );
    if (isDone) this.#evidence.open({ kind: 'target', target: { kind: 'entity', id: other, title } });
  }
}
