import type { InitProgressReport } from '@mlc-ai/web-llm';
import type { LoadProgress } from '../../../core/models/chat-model';

/** WebLLM's progress runs from 0 to 1 in each phase anew; only the beginning of its text says which phase that is. */
const PHASES: readonly { readonly prefix: string; readonly step: LoadProgress['step']; readonly words: string }[] = [
  { prefix: 'Start to fetch params', step: 'weights', words: 'Reading the model from this device' },
  { prefix: 'Fetching param cache', step: 'weights', words: 'Reading the model from this device' },
  { prefix: 'Loading model from cache', step: 'weights', words: 'Reading the model from this device' },
  { prefix: 'Loading GPU shader modules', step: 'shaders', words: 'Preparing the GPU' },
  { prefix: 'Finish loading on', step: 'shaders', words: 'The model is ready' },
];

/** Undefined for a phase that is not known. */
export function toLoadProgress({ progress, text }: InitProgressReport): LoadProgress | undefined {
  const phase = PHASES.find(({ prefix }) => text.startsWith(prefix));
  if (!phase) return undefined;
  const fraction = Math.min(1, Math.max(0, progress));
  const end = phase.prefix.startsWith('Finish') ? '.' : `: ${String(Math.round(fraction * 100))} %.`;
  return { step: phase.step, fraction, words: phase.words + end };
}
