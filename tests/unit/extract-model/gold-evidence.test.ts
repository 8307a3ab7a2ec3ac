import { describe, expect, it } from 'vitest';
import { loadGold, type GoldRelationship } from '../../../scripts/lib/gold';
import { readSampleRows } from '../../../scripts/lib/sample-index';
import { createMentionFinders } from '../../../src/core/extract/find-mentions';
import { evidenceOf } from '../../../src/core/extract/model/passage/evidence';
import { entityNamed } from '../../../src/core/extract/model/passage/found-entity';
import { isAccepted } from '../../../src/core/extract/model/replies/parsed-reply';
import { passageOf } from '../../../src/core/extract/model/passage/passage';
import { shownText } from '../../../src/core/extract/model/messages';
import { goldView } from '../../helpers/gold/gold-passage';

/** Gold relationships within reach of a text unit, with whether their evidence is accepted there. */
async function judged(): Promise<ReadonlyMap<GoldRelationship, boolean>> {
  const view = goldView(await loadGold());
  const { rows } = await readSampleRows(createMentionFinders());
  const accepted = new Map<GoldRelationship, boolean>();
  for (const { text_units, extractions } of rows) {
    for (const unit of text_units) {
      const passage = passageOf(unit);
      const part = { passage, from: 0, to: passage.sentences.length };
      const mentions = extractions.filter((row) => row.text_unit_id === unit.id);
      const known = view(passage.sentences.map(({ text }) => shownText(text)));
      for (const { gold, sentences } of known.relationships) {
        const ends = [gold.source, gold.target].flatMap((id) => {
          const entity = known.entity(id);
          const name = entity && known.nameOf(entity, sentences);
          return (name && entityNamed(passage, mentions, name)) || [];
        });
        const isCited = ends.length === 2 && isAccepted(evidenceOf(part, ends, sentences));
        accepted.set(gold, isCited || accepted.get(gold) === true);
      }
    }
  }
  return accepted;
}

describe('the check of evidence', () => {
  it('lets through at least 98 % of the gold relationships whose ends and quote one text unit holds', async () => {
    const accepted = [...(await judged()).values()];
    expect(accepted.length).toBeGreaterThan(190);
    expect(accepted.filter(Boolean).length / accepted.length).toBeGreaterThanOrEqual(0.98);
  });
});
