import type { AppConfig } from '@mlc-ai/web-llm';
import type { LoadProgress } from '../../../core/models/chat-model';
import { waitFor, type Waited } from '../wait-for';
import type { Engine, WebllmLibrary } from './library';
import { toLoadProgress } from './load-progress';

/** An engine that loads its model. */
export interface Reload {
  readonly engine: Engine;
  /** How the loading ended, or that nothing was heard of it for too long. */
  readonly ended: Promise<Waited<void>>;
  /** Resolves when WebLLM itself has ended, well or not; perhaps never. */
  readonly whole: Promise<void>;
  /** Whom the steps are told from now on, the present one first. */
  listen(tell: (progress: LoadProgress) => void): void;
}

export function startReload(library: WebllmLibrary, config: AppConfig, model: string, silenceMs: number): Reload {
  let heard: () => void = () => undefined;
  let latest: LoadProgress | undefined;
  let told: (progress: LoadProgress) => void = () => undefined;
  const engine = library.createEngine({
    appConfig: config,
    logLevel: 'WARN',
    initProgressCallback: (raw) => {
      heard();
      const progress = toLoadProgress(raw);
      if (!progress) return;
      latest = progress;
      told(progress);
    },
  });
  const loading = engine.reload(model);
  return {
    engine,
    ended: waitFor(loading, { silenceMs, listen: (hear) => void (heard = hear) }),
    whole: loading.catch(() => undefined),
    listen: (tell) => {
      told = tell;
      if (latest) tell(latest);
    },
  };
}
