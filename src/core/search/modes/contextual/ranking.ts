import { rankByWords } from '../../../retrieval/text-units';
import { fuseRanks, type Hit } from '../../../vectors/top-k';
import type { Retrieval } from '../../writer/search-run';
import { rankByBetterField } from './fields';
import { contextualChoices } from './parameters';

/** Passages by words and contexts, fused with their order by meaning where there are vectors; no more than are asked for of each. */
export function rankInContext({ index, question, request, scope }: Retrieval): readonly Hit[] {
  const { listed, fields, meaningShare, rankConstant } = contextualChoices(request.parameters?.contextual);
  const rank = fields === 'joined' ? rankByWords : rankByBetterField;
  const byWords = rank(index, question, scope.unit, listed);
  const byMeaning = question.dense?.units(listed) ?? [];
  if (byMeaning.length === 0) return byWords;
  const share = meaningShare / 100;
  const lists = [
    { hits: byWords, weight: 1 - share },
    { hits: byMeaning, weight: share },
  ];
  return fuseRanks(lists, rankConstant).slice(0, listed);
}
