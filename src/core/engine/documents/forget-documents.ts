import type { FollowUps } from '../../search/answer/answer';
import type { ContextItem } from '../../search/trace';
import type { CitationTarget } from '../../search/evidence/evidence';
import type { ConversationStore, Turn } from '../../conversations/conversations';
import { documentsRead, redactAnswer } from '../../conversations/redact-answer';
import type { Redaction } from '../../conversations/redact-trace';
import type { Searched } from '../collections/snapshot';
import { documentIdsOf } from '../../reports/context/report-line-hashes';
import { sourcesOf } from '../../retrieval/reports';
import { rowIn } from '../../tables/rows';
import type { DocumentRow, Span } from '../../tables/tables';
import { oneLine } from '../../text/clip';
import { languagesOf } from '../../retrieval/lexical/languages';
import { passageLanguages } from '../../text/language';
import { passageTerms, terms, termsInAny } from '../../text/terms';

/** A turn before and after the words of deleted documents were removed from it. */
export interface ForgottenTurn {
  readonly conversation: string;
  readonly before: Turn;
  readonly after: Turn;
}

interface Forgetting {
  /** The revisions up to which turns are known to be without them. */
  readonly since?: ReadonlyMap<string, number>;
  /** Called before a turn is redacted. */
  readonly onForget?: (turn: ForgottenTurn) => void;
}

/**
 * Removes the words of deleted documents from kept turns. What surely comes from other documents stays. Resolves with the revisions at its
 * start.
 */
export async function forgetInConversations(
  store: ConversationStore,
  collection: string,
  gone: Redaction,
  { since, onForget }: Forgetting = {},
): Promise<ReadonlyMap<string, number>> {
  const conversations = await store.list(collection);
  for (const { id } of conversations) {
    await store.changeTurns(id, since?.get(id) ?? 0, (turn) => {
      const after = forgetTurn(turn, gone);
      if (after !== turn) onForget?.({ conversation: id, before: turn, after });
      return after;
    });
  }
  return new Map(conversations.map(({ id, revision }) => [id, revision]));
}

/** Restores turns that nobody has changed since: their documents were not deleted after all. */
export async function restoreTurns(store: ConversationStore, forgotten: readonly ForgottenTurn[]): Promise<void> {
  for (const { conversation, before, after } of forgotten) {
    const isAsLeft = (turn: Turn | undefined): boolean => JSON.stringify(turn) === JSON.stringify(after);
    await store.changeTurn(conversation, before.id, (turn) => (isAsLeft(turn) ? before : null));
  }
}

/** A turn without the words of deleted documents. */
function forgetTurn(turn: Turn, gone: Redaction): Turn {
  const answer = redactAnswer(turn.answer, gone);
  const { followUps, ...rest } = turn;
  if (!followUps || keepsFollowUps(turn, followUps, gone)) return answer === turn.answer ? turn : { ...turn, answer };
  return { ...rest, answer };
}

/** Proposed questions stay where their calls contained other documents alone. Those without a model are cheap to make again. */
function keepsFollowUps({ answer }: Turn, { questions, method }: FollowUps, gone: Redaction): boolean {
  if (method === 'evidence' || questions.some(gone.mentions)) return false;
  const calls = (answer.trace.calls ?? []).filter(({ purpose }) => purpose === 'follow-ups');
  return calls.length > 0 && !documentsRead(answer).some((id) => gone.documents.has(id));
}

/** Documents that are about to be deleted: what was made from them is still known. */
export function beforeDeletion(open: Searched, documents: ReadonlySet<string>): Redaction {
  const going = open.tables.documents.filter((row) => documents.has(row.id));
  const words = new Set(going.flatMap((row) => termsOfDocument(open, row)));
  const languages = languagesOf(open.tables.documents);
  const stays = (id: string): boolean => !documents.has(id);
  const alone = new Map<string, boolean>();
  /** Checks if a word stands in no other document. Each is looked up once, since many answers are searched for it. */
  const standsAlone = (term: string): boolean => {
    const known = alone.get(term) ?? !isElsewhere(open, term, stays);
    alone.set(term, known);
    return known;
  };
  const here = new Set(open.tables.documents.map(({ id }) => id));
  const paths = new Set(going.map((row) => row.source_path));
  return {
    documents,
    includes: ({ id, path }) => documents.has(id) || (!here.has(id) && paths.has(path)),
    spares: (thing) => isMadeOf(open, thing, stays),
    remains: (entity) => isNamedIn(open, entity, stays),
    mentions: (text) =>
      unknownWords(open, text, stays).some((word) =>
        termsInAny(word, languages).some((term) => words.has(term) && standsAlone(term)),
      ),
  };
}

/**
 * Documents that were deleted while a question was answered: their words and what was made from them are no longer known. `documents`:
 * those known to have had a part.
 */
export function afterDeletion(open: Searched, documents: ReadonlySet<string>): Redaction {
  const here = new Set(open.tables.documents.map((row) => row.id));
  const stays = (id: string): boolean => here.has(id);
  const paths = new Set(open.tables.documents.map((row) => row.source_path));
  const isPlain = ({ kind }: { readonly kind: string }): boolean => kind === 'passage' || kind === 'text unit';
  return {
    documents,
    includes: ({ id, path }) => documents.has(id) || (!here.has(id) && !paths.has(path)),
    spares: (thing) => (isPlain(thing) || documents.size === 0) && isMadeOf(open, thing, stays),
    remains: (entity) => isNamedIn(open, entity, stays),
    mentions: (text) => unknownWords(open, text, stays).length > 0,
  };
}

/** Stretches between white space. */
const WORDS = /\S+/gu;

/** The words of a text that stand in none of such documents, and are a function word in none of the collection's languages. */
function unknownWords(open: Searched, text: string, stays: (documentId: string) => boolean): readonly string[] {
  const languages = languagesOf(open.tables.documents);
  return (text.match(WORDS) ?? []).filter((word) =>
    languages.every((language) => terms(word, language).some((term) => !isElsewhere(open, term, stays))),
  );
}

/** The terms of a document as its passages were indexed. */
function termsOfDocument({ index }: Searched, { id, title, text, language }: DocumentRow): readonly string[] {
  const units = index.unitsOf(id);
  const texts = units.length > 0 ? units.map((unit) => unit.text) : [text];
  return texts.flatMap((one) => passageTerms(`${title}\n${one}`, passageLanguages(one, language)));
}

type Thing = CitationTarget | Pick<ContextItem, 'kind' | 'id' | 'documentIds'>;

/** Checks that a thing is known and was made from such documents alone. */
function isMadeOf(open: Searched, thing: Thing, isSuch: (documentId: string) => boolean): boolean {
  const documents = documentsOf(open, thing);
  return documents !== undefined && documents.every(isSuch);
}

/** Checks if such a document has an entity by this name. */
function isNamedIn(
  { index }: Searched,
  { id, title }: { readonly id: string; readonly title: string },
  isSuch: (documentId: string) => boolean,
): boolean {
  const wanted = oneLine(title).toLowerCase();
  const units = index.tables.entities[index.entities.at.get(id) ?? -1]?.text_unit_ids ?? [];
  return units.some((unitId) => {
    const unit = index.unitOf(unitId);
    return unit !== undefined && isSuch(unit.document_id) && oneLine(unit.text).toLowerCase().includes(wanted);
  });
}

/** The documents that a thing was made from. Undefined where that is not known. */
function documentsOf({ index, tables }: Searched, thing: Thing): readonly string[] | undefined {
  const ofUnits = (ids: readonly string[] | undefined): readonly string[] | undefined => {
    const rows = ids?.map((id) => index.unitOf(id)?.document_id);
    return rows?.every((id) => id !== undefined) ? rows : undefined;
  };
  switch (thing.kind) {
    case 'passage':
      return ofUnits([thing.textUnitId]);
    case 'text unit':
      return ofUnits([thing.id]);
    case 'entity':
      return ofUnits(index.tables.entities[index.entities.at.get(thing.id) ?? -1]?.text_unit_ids);
    case 'relationship':
      return ofUnits(rowIn(index.tables.relationships, index.relationshipAt.get(thing.id) ?? -1)?.text_unit_ids);
    case 'claim': {
      const claim = tables.covariates.find((row) => row.id === thing.id);
      return claim && ofUnits([claim.text_unit_id]);
    }
    case 'summary':
      // One without a model has no row.
      return thing.documentIds ?? ofUnits(tables.summaries.find((row) => row.id === thing.id)?.text_unit_ids);
    case 'report': {
      const number = 'community' in thing ? thing.community : index.reports.communityOf(thing.id);
      const community = index.communities.byNumber.get(number ?? -1);
      if (!community) return undefined;
      const members = community.entity_ids.map((id) => index.tables.entities[index.entities.at.get(id) ?? -1]);
      const units = [...community.text_unit_ids, ...members.flatMap((member) => member?.text_unit_ids ?? [])];
      const beneath = ofUnits([...new Set(units)]);
      // One without a model is composed of these passages alone.
      const report = index.reports.written(community.community);
      const shown = report ? [...documentIdsOf(report.context_documents), ...sourcesOf(report).map(idOfDocument)] : [];
      return beneath && [...beneath, ...shown];
    }
  }
}

const idOfDocument = ({ document_id }: Span): string => document_id;

function isElsewhere({ index }: Searched, term: string, stays: (documentId: string) => boolean): boolean {
  const allow = (slot: number): boolean => stays(index.unitAt.get(slot)?.document_id ?? '');
  return index.passages.bm25.stands(term, allow);
}
