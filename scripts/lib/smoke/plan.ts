import type { WebllmModel } from '../../../src/core/models/catalogue/webllm-models';
import { META_POLICY } from '../../content-policy';

/** In this order. */
export const STEPS = ['load', 'stream', 'bare', 'grammar', 'interrupt', 'prompt', 'lost'] as const;
export type SmokeStep = (typeof STEPS)[number];

/** Plan of the smoke test's page; served as `plan.json`. */
export interface SmokePlan {
  readonly model: WebllmModel;
  /** Names of the model's files, served under `model/`. */
  readonly files: readonly string[];
  readonly steps: readonly SmokeStep[];
  /** Tokens of a measured reply, and how often each is measured. */
  readonly tokens: number;
  readonly rounds: number;
  /** Tokens of the prompt that is stopped while it is read. */
  readonly longPrompt: number;
  /** True for a software adapter: waits are hundreds of times longer. */
  readonly patient: boolean;
}

/** The policy under which Burrow's chat worker runs: model files come from the cache alone. */
export const POLICY = META_POLICY;
