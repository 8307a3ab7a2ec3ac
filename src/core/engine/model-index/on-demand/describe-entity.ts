import { ParseError } from '../../../errors';
import { message } from '../../../message';
import {
  formatAskedDescription,
  isAskedDescriptionCurrent,
  writtenDescription,
} from '../../../graph/derive/descriptions';
import { descriptionChoices, descriptionDerivation } from '../../../descriptions/description-derivation';
import type { Asker, DerivedItem, MadeItem, Placed } from '../../../derivation/derivation';
import { readingChoices } from '../../../index/model-steps';
import { DESCRIPTION_PROMPT } from '../../../prompts/reports';
import { noModel } from '../../../models/model-call';
import { promptVersion } from '../../../prompts/prompt';
import { summariseDescriptions } from '../../../descriptions/summarise-descriptions';
import { spansOfEntity } from '../../../search/evidence/citation-targets';
import { unitOfSpan } from '../../../search/evidence/sentences';
import type { IndexTables } from '../../../tables/tables';
import { makeOne } from '../../derivations/make-one';
import type { SearchIndex } from '../../../retrieval';
import { readingOptions } from '../asking/run-models';
import type { ModelContext } from '../run/model-run';

/** Sentences that a description is made of, at most. */
const SENTENCES = 12;

/**
 * Describes one entity from the sentences that name it, with the chosen model. The description is dropped with any of their passages.
 * Throws ModelError without a model or when it fails. Throws ParseError without a valid reply, or when the entity has changed.
 */
export async function describeEntity(context: ModelContext, id: string): Promise<void> {
  const { open, env } = context;
  const model = await env.models.chat('reports');
  if (!model) throw noModel();
  const { info } = model;
  const sentences = sentencesOf(open.index, id);
  const { parameters } = open.store.state;
  const choices = readingChoices(parameters);
  const { prompts, contextWindow } = await readingOptions(choices, info, env.settings);
  const { maxInputTokens, maxWords } = descriptionChoices(parameters);
  const limits = { maxInputTokens, maxWords, contextWindow };
  const options = { ...limits, language: choices.language, prompts };
  const by = `${info.title} (${promptVersion(DESCRIPTION_PROMPT, prompts[DESCRIPTION_PROMPT.name])})`;
  const mark = formatAskedDescription({ by, textUnitIds: sentences.textUnitIds });
  const work = {
    make: (task: Sentences, asker: Asker) => summariseDescriptions(task, options, asker),
    place: (made: readonly MadeItem<Sentences, string>[], tables: IndexTables) => place(made, tables, mark),
  };
  const one = { derivation: descriptionDerivation, work, item: sentences };
  const outcome = await makeOne(context, info, one, { again: false });
  if (outcome === 'nothing') throw nothingUsable(info.title);
  if (outcome === 'changed') throw hasChanged();
}

interface Sentences extends DerivedItem {
  readonly kind: 'entity';
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  readonly hash: string;
  readonly documentIds: readonly string[];
  readonly textUnitIds: readonly string[];
}

/** The entity's sentences, as what is to become one description. */
function sentencesOf(index: SearchIndex, id: string): Sentences {
  const row = index.entities.at.get(id);
  const entity = index.tables.entities[row ?? -1];
  if (row === undefined || !entity) throw isGone();
  const spans = spansOfEntity(index, row, SENTENCES);
  const descriptions = spans.flatMap(({ document_id, start, end }) => {
    const text = index.documents.get(document_id)?.text.slice(start, end).trim();
    return text ? [text] : [];
  });
  if (descriptions.length === 0) throw isGone();
  const units = spans.flatMap((span) => unitOfSpan(index, span)?.id ?? []);
  const documentIds = [...new Set(spans.map((span) => span.document_id))].sort();
  const textUnitIds = [...new Set(units)].sort();
  return { kind: 'entity', id, names: [entity.title], descriptions, hash: '', documentIds, textUnitIds };
}

/** Places nothing where the entity is gone, has lost a passage, or is described by now. */
function place(
  made: readonly MadeItem<Sentences, string>[],
  { entities }: Pick<IndexTables, 'entities'>,
  mark: string,
): Placed<Sentences, string> {
  const texts = new Map(made.map(({ item, row }) => [item.id, row]));
  const placed = new Set<string>();
  const described = entities.map((row) => {
    const text = texts.get(row.id);
    const isFree = writtenDescription(row) === '' || isAskedDescriptionCurrent(row.description_hash, row.text_unit_ids);
    if (!text || !isFree || !isAskedDescriptionCurrent(mark, row.text_unit_ids)) return row;
    placed.add(row.id);
    return { ...row, description: text, description_hash: mark };
  });
  return { made: made.filter(({ item }) => placed.has(item.id)), replace: { entities: described } };
}

const nothingUsable = (title: string): ParseError =>
  new ParseError(
    message`${title} wrote nothing that can be used, so nothing was changed. Try again, which asks it anew, or choose a larger model for reports in Settings.`,
    { traits: ['says what was kept'] },
  );

const hasChanged = (): ParseError =>
  new ParseError(
    message`The sentences that name it changed while the model wrote, so what it wrote was left out and nothing was changed. Try again.`,
    { traits: ['says what was kept'] },
  );

const isGone = (): ParseError =>
  new ParseError(
    message`No sentence names this entity any more, so there is nothing to describe. Nothing was changed.`,
    {
      traits: ['says what was kept'],
    },
  );
