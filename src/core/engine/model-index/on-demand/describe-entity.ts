import { ParseError } from '../../../errors';
import { message } from '../../../message';
import {
  formatAskedDescription,
  isAskedDescriptionCurrent,
  writtenDescription,
} from '../../../graph/derive/descriptions';
import { descriptionChoices, descriptionsStep, readingChoices } from '../../../index/model-steps';
import { changeFrom } from '../../../index/step';
import { DESCRIPTION_PROMPT } from '../../../prompts/reports';
import { type Ask, noModel } from '../../../models/model-call';
import { promptVersion } from '../../../prompts/prompt';
import { summariseDescriptions } from '../../../descriptions/summarise-descriptions';
import { spansOfEntity } from '../../../search/evidence/citation-targets';
import { unitOfSpan } from '../../../search/evidence/sentences';
import type { EntityRow } from '../../../tables/tables';
import type { OpenCollection } from '../../collections/open-collection';
import { viewOf } from '../../collections/collection-view';
import { refreshInTurn } from '../run/commit-buffer';
import { ATTEMPTS, readingOptions } from '../asking/run-models';
import type { ModelContext } from '../run/model-run';
import { askUncached } from './ask-uncached';

/** Sentences that a description is made of, at most. */
const SENTENCES = 12;

/**
 * Describes one entity from the sentences that name it, with the chosen model. The description is dropped with any of their passages.
 * Throws ModelError without a model or when it fails. Throws ParseError without a valid reply, or when the entity has changed.
 */
export async function describeEntity(context: ModelContext, id: string): Promise<void> {
  const { open, env, emit } = context;
  const model = await env.models.chat('reports');
  if (!model) throw noModel();
  const { info } = model;
  const sentences = sentencesOf(open, id);
  const { parameters } = open.store.state;
  const choices = readingChoices(parameters);
  const { prompts, contextWindow } = await readingOptions(choices, info, env.settings);
  const { maxInputTokens, maxWords } = descriptionChoices(parameters);
  const limits = { maxInputTokens, maxWords, contextWindow, attempts: ATTEMPTS };
  const options = { ...limits, language: choices.language, prompts };
  const write = async (ask: Ask): Promise<string | null> => (await summariseDescriptions(sentences, options, ask)).text;
  const text = await askUncached(context, info, { write, isUsable: (written) => written !== null, again: false });
  if (!text) throw nothingUsable(info.title);
  const by = `${info.title} (${promptVersion(DESCRIPTION_PROMPT, prompts[DESCRIPTION_PROMPT.name])})`;
  const mark = formatAskedDescription({ by, textUnitIds: sentences.textUnitIds });
  await context.alone(() => keep(open, id, { description: text, description_hash: mark }));
  await refreshInTurn(context);
  emit({ kind: 'committed', view: viewOf(open) });
}

interface Sentences {
  readonly kind: 'entity';
  readonly id: string;
  readonly names: readonly string[];
  readonly descriptions: readonly string[];
  readonly hash: string;
  readonly documentIds: readonly string[];
  readonly textUnitIds: readonly string[];
}

/** The entity's sentences, as what is to become one description. */
function sentencesOf({ index }: OpenCollection, id: string): Sentences {
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

/** Writes it down unless the entity is gone, has lost a passage, or is described by now. */
async function keep(
  open: OpenCollection,
  id: string,
  written: Pick<EntityRow, 'description' | 'description_hash'>,
): Promise<void> {
  const now = open.tables.entities.find((row) => row.id === id);
  const isFree =
    !now || writtenDescription(now) === '' || isAskedDescriptionCurrent(now.description_hash, now.text_unit_ids);
  if (!now || !isFree || !isAskedDescriptionCurrent(written.description_hash, now.text_unit_ids)) throw hasChanged();
  const entities = open.tables.entities.map((row) => (row === now ? { ...row, ...written } : row));
  await open.commit(() => changeFrom(descriptionsStep, { replace: { entities } }));
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
