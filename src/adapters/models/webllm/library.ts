import type { MLCEngineConfig, MLCEngineInterface, AppConfig } from '@mlc-ai/web-llm';
import type { WebllmModel } from '../../../core/models/catalogue/webllm-models';
import { pinsOf } from '../../../core/models/catalogue/catalogue-model';

/** Methods of a WebLLM engine that Burrow uses. */
export type Engine = Pick<
  MLCEngineInterface,
  'reload' | 'unload' | 'interruptGenerate' | 'chatCompletion' | 'getMessage'
>;

/** Part of the package that Burrow uses. */
export interface WebllmLibrary {
  createEngine(config: MLCEngineConfig): Engine;
}

/** WebLLM itself, 7 MB, loaded when it is first needed. */
export async function loadWebllm(): Promise<WebllmLibrary> {
  const { MLCEngine } = await import('@mlc-ai/web-llm');
  return { createEngine: (config) => new MLCEngine(config) };
}

/** Checks if the engine has no model: it was never loaded, was freed, or its GPU device was lost. */
export function hasLost(engine: Engine, model: string): Promise<boolean> {
  return engine.getMessage(model).then(
    () => false,
    () => true,
  );
}

/** WebLLM's configuration for a model with a window of so many tokens. WebLLM checks the files that are pinned. */
export function appConfig(model: WebllmModel, contextWindow: number): AppConfig {
  return {
    cacheBackend: 'cache',
    model_list: [
      {
        model: model.modelUrl,
        model_id: model.id,
        model_lib: model.libraryUrl,
        overrides: { ...model.overrides, context_window_size: contextWindow },
        ...(model.needs.f16 && { required_features: ['shader-f16'] }),
        ...integrity(model.id),
      },
    ],
  };
}

function integrity(id: string): Pick<AppConfig['model_list'][number], 'integrity'> {
  const pins = pinsOf(id);
  if (!pins) return {};
  const tokenizer = Object.fromEntries(Object.entries(pins.tokenizer).map(([file, pin]) => [file, pin.integrity]));
  return { integrity: { config: pins.config.integrity, model_lib: pins.library.integrity, tokenizer } };
}
