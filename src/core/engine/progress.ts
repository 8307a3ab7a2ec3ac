import type { Emit } from './event-stream';

/** Stages of a run in order with the share of its time that each takes (measured on 10 MB of English; only the bar depends on it). */
const STAGES = [
  { name: 'Reading documents', share: 0.68, unit: 'documents' },
  { name: 'Entities and relationships', share: 0.12, unit: 'documents' },
  { name: 'Communities', share: 0.05, unit: 'communities' },
  { name: 'Community reports', share: 0.1, unit: 'communities' },
  { name: 'Preparing search', share: 0.05, unit: 'text units' },
] as const;

export type StageName = (typeof STAGES)[number]['name'];

/** Reports progress of a stage, `part` of it done (default done / total); the fraction of the whole run never falls. */
export type StageProgress = (stage: StageName, done: number, total: number, part?: number) => void;

export function stageProgress(emit: Emit): StageProgress {
  let fraction = 0;
  return (name, done, total, part = total > 0 ? done / total : 1) => {
    const at = STAGES.findIndex((stage) => stage.name === name);
    const stage = STAGES[at];
    if (!stage) return;
    const before = STAGES.slice(0, at).reduce((sum, earlier) => sum + earlier.share, 0);
    fraction = Math.max(fraction, Math.min(1, before + stage.share * part));
    emit({ kind: 'stage', stage: name, done, total, unit: stage.unit, fraction });
  };
}
