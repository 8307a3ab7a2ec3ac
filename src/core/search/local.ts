import type { SearchIndex } from '../retrieval/index';
import { conceptKey } from '../retrieval/concepts';
import { chooseEvidence } from './choose-evidence';
import { readingOrder, type Choice } from './choose-sentences';
import { citeEntity, citeRelationship, spansOfRelationship } from './cite';
import { composeNotFound, quoted, refusal, scoredSentences } from './compose-passages';
import type { Draft, DraftSentence } from './draft';
import type { ContextSection } from './events';
import { pickEntities, pickRelationships, type EntityPick } from './pick-entities';
import { reportsOfEntities } from './pick-reports';
import type { Question } from './question';
import { rankLocalUnits, type UnitFilter, type UnitRanking } from './retrieve-units';
import { holds, type Scored } from './score-sentences';
import { entityItems, relationshipItems, reportItems, section, sourceItems } from './sections';

const UNITS = 16;
const CHOICE: Choice = { most: 7, leastShare: 0.55, least: 3, lowerShare: 0.35, leastOwn: 0.4 };
const RELATIONSHIPS_CITED = 40;
const REPORTS_SHOWN = 5;

/** Local search: sentences from the neighbourhood of the entities that the question is about. */
export function composeLocal(index: SearchIndex, question: Question, allow: UnitFilter, level: number): Draft {
  const entities = pickEntities(index, question);
  const relationships = pickRelationships(index, entities.rows);
  const ranking = rankLocalUnits(index, question, allow, entities.rows);
  const scored = scoredSentences(index, question, ranking, UNITS);
  const chosen = withBridges(chooseEvidence(index, question, { ranking, scored }, CHOICE), scored, ranking);
  const sentences = readingOrder(chosen).flatMap((one) => cited(index, question, one, { relationships, allow }) ?? []);
  const sections = sectionsOf(index, { entities, relationships, ranking, chosen, sentences, level });
  const refused = refusal(index, question, { scored, sections, allow });
  if (refused) return refused;
  if (chosen.length === 0) return composeNotFound(index, question, { scored, sections });
  return { sections, sentences, notFound: false };
}

/** Adds, for a sentence of a text unit reached over a name, the sentence that leads to that name. */
function withBridges(chosen: readonly Scored[], scored: readonly Scored[], { via }: UnitRanking): readonly Scored[] {
  const complete = [...chosen];
  for (const { candidate } of chosen) {
    const bridge = via.get(candidate.slot);
    if (!bridge || !holds(candidate, bridge.key)) continue;
    const inFrom = (one: Scored): boolean => one.candidate.slot === bridge.from && holds(one.candidate, bridge.key);
    if (complete.some((one) => holds(one.candidate, bridge.key) && one.candidate.slot !== candidate.slot)) continue;
    const leading = scored.filter(inFrom).sort((a, b) => b.score - a.score)[0];
    if (leading && leading.own > 0) complete.push(leading);
  }
  return complete;
}

/** The sentence with its passage, and the relationship or the entity that it states, where it does. */
function cited(
  index: SearchIndex,
  question: Question,
  { candidate }: Scored,
  { relationships, allow }: { readonly relationships: readonly number[]; readonly allow: UnitFilter },
): DraftSentence | null {
  const sentence = quoted(index, candidate);
  if (!sentence) return null;
  const { document_id, start, end } = candidate.span;
  const stated = relationships
    .slice(0, RELATIONSHIPS_CITED)
    .find(
      (row) =>
        spansOfRelationship(index, row).some(
          (span) => span.document_id === document_id && span.start < end && span.end > start,
        ) && holdsBothEnds(index, row, candidate),
    );
  if (stated !== undefined) {
    const relationship = citeRelationship(index, stated, [candidate.span], allow);
    if (relationship) return { ...sentence, cited: [...sentence.cited, relationship] };
  }
  const described = question.entities.find((row) => opensWith(index, row, candidate));
  const entity = described === undefined ? null : citeEntity(index, described, [candidate.span], allow);
  return entity ? { ...sentence, cited: [...sentence.cited, entity] } : sentence;
}

function holdsBothEnds(index: SearchIndex, row: number, candidate: Scored['candidate']): boolean {
  const one = index.tables.relationships[row];
  return one !== undefined && [one.source, one.target].every((title) => holds(candidate, conceptKey(title)));
}

function opensWith(index: SearchIndex, row: number, { folded }: Scored['candidate']): boolean {
  const entity = index.tables.entities[row];
  if (!entity) return false;
  return [entity.title, ...entity.aliases].some(
    (name) =>
      /^ (?:the |a |an )?/.test(folded) && folded.replace(/^ (?:the |a |an )?/, '').startsWith(conceptKey(name)),
  );
}

interface LocalContext {
  readonly entities: EntityPick;
  readonly relationships: readonly number[];
  readonly ranking: UnitRanking;
  readonly chosen: readonly Scored[];
  readonly sentences: readonly DraftSentence[];
  readonly level: number;
}

function sectionsOf(index: SearchIndex, context: LocalContext): readonly ContextSection[] {
  const { entities, relationships, ranking, chosen, sentences, level } = context;
  const citedIds = new Set(
    sentences.flatMap((one) => one.cited.flatMap(({ target }) => (target.kind === 'relationship' ? [target.id] : []))),
  );
  const usedRelationships = new Set([...citedIds].flatMap((id) => index.relationshipAt.get(id) ?? []));
  const usedUnits = new Set(chosen.map((one) => one.candidate.slot));
  const reports = reportsOfEntities(index, entities.rows, level).slice(0, REPORTS_SHOWN);
  return [
    section('Reports', reportItems(index, reports, new Set())),
    section('Entities', entityItems(index, entities.rows, entities.scores)),
    section('Relationships', relationshipItems(index, relationships, usedRelationships)),
    section('Sources', sourceItems(index, ranking.hits, usedUnits)),
  ].filter((one) => one.items.length > 0);
}
