import type { MLCEngineConfig, MLCEngineInterface } from '@mlc-ai/web-llm';

/** What Burrow uses of a WebLLM engine. */
export type Engine = Pick<
  MLCEngineInterface,
  'reload' | 'unload' | 'interruptGenerate' | 'chatCompletion' | 'getMessage'
>;

/** What Burrow uses of the package. */
export interface WebllmLibrary {
  createEngine(config: MLCEngineConfig): Engine;
}

/** WebLLM itself, 7 MB, loaded when it is first needed. */
export async function loadWebllm(): Promise<WebllmLibrary> {
  const { MLCEngine } = await import('@mlc-ai/web-llm');
  return { createEngine: (config) => new MLCEngine(config) };
}

/** Whether the engine has no model (any more): never loaded, let go, or its GPU device lost. */
export function hasLost(engine: Engine, model: string): Promise<boolean> {
  return engine.getMessage(model).then(
    () => false,
    () => true,
  );
}
