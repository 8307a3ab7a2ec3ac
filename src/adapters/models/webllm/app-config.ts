import type { AppConfig } from '@mlc-ai/web-llm';
import type { WebllmModel } from '../../../core/models/catalogue/chat-models';
import { pinsOf } from '../../../core/models/catalogue/pins';

/** What WebLLM is told of a model, to be loaded with a window of so many tokens; files that are pinned are checked by it. */
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
