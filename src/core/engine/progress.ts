import { COLLECTION_STEPS } from '../index/pipeline';
import type { Stage } from '../index/step';
import type { Emit } from './event-stream';

export const READING: Stage = { title: 'Reading documents', share: 0.68, unit: 'documents' };
export const PREPARING: Stage = { title: 'Preparing search', share: 0.05, unit: 'text units' };

/** Stages of a run, in order. */
const STAGES: readonly Stage[] = [READING, ...COLLECTION_STEPS, PREPARING];

/** Reports progress of a stage, `part` of it done (default done / total); the fraction of the whole run never falls. */
export type StageProgress = (stage: Stage, done: number, total: number, part?: number) => void;

export function stageProgress(emit: Emit): StageProgress {
  let fraction = 0;
  return (stage, done, total, part = total > 0 ? done / total : 1) => {
    const before = STAGES.slice(0, STAGES.indexOf(stage)).reduce((sum, earlier) => sum + earlier.share, 0);
    fraction = Math.max(fraction, Math.min(1, before + stage.share * part));
    emit({ kind: 'stage', stage: stage.title, done, total, unit: stage.unit, fraction });
  };
}
