/** Facts about models, as their cards show them. */
export const models: Readonly<Record<string, string>> = {
  // Whether a model runs here
  'This model needs 16-bit numbers, which this GPU does not offer. Choose another model.':
    '此模型需要 16 位浮点数，而此 GPU 不支持。请选择其他模型。',
  'This browser has no WebGPU. Use a current Chrome, Edge or Safari, or choose a model that runs without it.':
    '此浏览器不支持 WebGPU。请使用新版 Chrome、Edge 或 Safari，或选择无需 WebGPU 的模型。',
  'This browser finds no GPU that it may use. Switch graphics acceleration on in its settings, or choose a model that runs without it.':
    '此浏览器找不到可用的 GPU。请在其设置中开启图形加速，或选择无需 GPU 的模型。',
  'This GPU is too small a one for WebLLM. Choose a model that runs without a GPU.':
    '此 GPU 达不到 WebLLM 的要求。请选择无需 GPU 即可运行的模型。',
  'This model needs GPU buffers of {0}; this device gives at most {1}. Choose a smaller model.':
    '此模型需要 {0} 的 GPU 缓冲区，而此设备最多提供 {1}。请选择更小的模型。',
  'This model takes {0} of memory while it runs; this device has {1}. Choose a smaller model.':
    '此模型运行时占用 {0} 内存，而此设备有 {1}。请选择更小的模型。',
  'This model needs {0} of disk space; the browser offers {1}. Free some, or choose a smaller model.':
    '此模型需要 {0} 磁盘空间，而浏览器提供 {1}。请释放一些空间，或选择更小的模型。',
  'Runs on the processor, without a GPU; slow.': '在处理器上运行，无需 GPU；较慢。',
  'Runs, but very slowly: this browser has no real GPU, only a software one ({0}).':
    '可以运行，但非常慢：此浏览器没有真正的 GPU，只有软件模拟（{0}）。',
  unnamed: '未命名',
  'Runs on this GPU.': '可在此 GPU 上运行。',
  'Runs on this GPU, in its 32-bit form: the GPU does not offer 16-bit numbers.':
    '可在此 GPU 上以 32 位形式运行：该 GPU 不支持 16 位浮点数。',

  // What a model is good for
  'Tries things out on weak devices; English only.': '适合在性能较弱的设备上试用；仅支持英语。',
  'Plain answers with little memory.': '占用内存少，回答简洁。',
  'Finds entities in simple texts, in many languages.': '可在多种语言的简单文本中识别实体。',
  'Answers and summaries on phones and tablets.': '可在手机和平板电脑上回答和总结。',
  'Answers and entities with little memory, in very many languages.': '占用内存少，可用极多种语言回答并识别实体。',
  'Answers, entities and reports on most computers.': '可在多数电脑上回答、识别实体并撰写报告。',
  'Answers, entities and reports, in very many languages.': '可用极多种语言回答、识别实体并撰写报告。',
  'Well-written answers and reports.': '回答和报告文笔流畅。',
  'Well-written answers, strong in European languages.': '回答文笔流畅，擅长欧洲语言。',
  'Careful answers that keep to their form.': '回答严谨，遵守格式。',
  'Thorough entities and reports on a good graphics card.': '在较好的显卡上可细致识别实体并撰写报告。',
  'Thorough entities and reports, in very many languages.': '可用极多种语言细致识别实体并撰写报告。',
  'Well-written answers and reports, on a strong graphics card.': '在高性能显卡上，回答和报告文笔流畅。',
  'Thorough reports, on a strong graphics card.': '在高性能显卡上可撰写细致的报告。',
  'The best reports, in very many languages, on a strong graphics card.':
    '在高性能显卡上可用极多种语言撰写质量最好的报告。',
  'Tries things out without a GPU; often wrong.': '无需 GPU 即可试用；经常出错。',
  'Short answers without a GPU.': '无需 GPU 即可给出简短回答。',
  'Short answers in many languages without a GPU; slow.': '无需 GPU 即可用多种语言给出简短回答；较慢。',
  'Answers in very many languages without a GPU; very slow.': '无需 GPU 即可用极多种语言回答；非常慢。',
  'Short answers on a GPU on which the models above do not start.': '适用于无法启动上述模型的 GPU，可给出简短回答。',
  'The smallest download; reads half a passage at once.': '下载量最小；一次读取半个段落。',
  'A small download.': '下载量小。',
  'Reads whole passages.': '可读取完整段落。',
  'For questions in another language than the documents.': '适合问题与文档语言不同的情况。',
  'Finds best without a GPU, and reads whole passages.': '无 GPU 时查找效果最好，可读取完整段落。',
  'Finds better still; slow on the processor.': '查找效果更好；在处理器上较慢。',
  'Fast on a GPU.': '在 GPU 上很快。',
  'Reads whole passages, fast on a GPU.': '可读取完整段落，在 GPU 上很快。',
  'For a GPU.': '适用于 GPU。',
  'For questions in another language than the documents, on a GPU.': '适合问题与文档语言不同的情况，在 GPU 上运行。',
  'Finds best, and reads whole passages; for a GPU.': '查找效果最好，可读取完整段落；适用于 GPU。',
  'Checks each sentence of an answer against your documents; does not tell contradicted from unsaid.':
    '将回答的每个句子与您的文档核对；无法区分“矛盾”与“未提及”。',
  'Checks each sentence of an answer against your documents; the smallest download.':
    '将回答的每个句子与您的文档核对；下载量最小。',
  'Checks each sentence of an answer against your documents, fast on a GPU.':
    '将回答的每个句子与您的文档核对，在 GPU 上很快。',
  'Checks each sentence of an answer against your documents, in many languages; light on the processor and on a GPU.':
    '将回答的每个句子与您的文档核对，支持多种语言；在处理器和 GPU 上都很轻量。',
  'Checks each sentence of an answer against your documents, in many languages; slow on the processor.':
    '将回答的每个句子与您的文档核对，支持多种语言；在处理器上较慢。',
  'Checks each sentence of an answer against your documents, in many languages; for a GPU.':
    '将回答的每个句子与您的文档核对，支持多种语言；适用于 GPU。',
  'Puts the passages that answer the question first; the smallest and fastest.':
    '将能回答问题的段落排在最前；最小、最快。',
  'Puts the passages that answer the question first, fast on a GPU.': '将能回答问题的段落排在最前，在 GPU 上很快。',
  'Puts the passages that answer the question first; takes longer on the processor.':
    '将能回答问题的段落排在最前；在处理器上耗时较长。',
  'Puts the passages that answer the question first, on a GPU.': '将能回答问题的段落排在最前，在 GPU 上运行。',
  'Puts the passages that answer the question first, in Chinese and English; slow on the processor.':
    '将能回答问题的段落排在最前，支持中文和英语；在处理器上较慢。',
  'Puts the passages that answer the question first, in many languages; slow on the processor.':
    '将能回答问题的段落排在最前，支持多种语言；在处理器上较慢。',
  'Puts the passages that answer the question first, in many languages; for a GPU.':
    '将能回答问题的段落排在最前，支持多种语言；适用于 GPU。',
  'Puts the passages that answer the question first, in many languages; very slow on the processor.':
    '将能回答问题的段落排在最前，支持多种语言；在处理器上非常慢。',

  // Languages
  English: '英语',
  'Chinese and English': '中文和英语',
  'over 70 languages': '70 多种语言',
  'over 100 languages': '100 多种语言',
  'about 100 languages': '约 100 种语言',
  'about 200 languages': '约 200 种语言',
  'English, German, French, Italian, Portuguese, Hindi, Spanish, Thai':
    '英语、德语、法语、意大利语、葡萄牙语、印地语、西班牙语、泰语',
  '11 languages, European ones best': '11 种语言，欧洲语言最佳',
  '24 languages, English best': '24 种语言，英语最佳',
  'over 200 languages, trained to find in 52': '200 多种语言，针对 52 种语言训练查找',
  'about 100 languages, trained on 15': '约 100 种语言，针对 15 种语言训练',
  'about 100 languages, trained on 27': '约 100 种语言，针对 27 种语言训练',

  // Titles that say more than a name
  'SmolLM2 135M, on the processor': 'SmolLM2 135M（处理器）',
  'SmolLM2 360M, on the processor': 'SmolLM2 360M（处理器）',
  'Qwen3 0.6B, on the processor': 'Qwen3 0.6B（处理器）',
  'Qwen3.5 0.8B, on the processor': 'Qwen3.5 0.8B（处理器）',
  'Qwen3 0.6B, by ONNX on a GPU': 'Qwen3 0.6B（ONNX，GPU）',
  'E5 small, many languages': 'E5 small（多语言）',
  'Granite 97M R2, many languages': 'Granite 97M R2（多语言）',
  'Granite 311M R2, many languages': 'Granite 311M R2（多语言）',
  'BGE small, for a GPU': 'BGE small（GPU）',
  'Granite small R2, for a GPU': 'Granite small R2（GPU）',
  'BGE base, for a GPU': 'BGE base（GPU）',
  'E5 small, many languages, for a GPU': 'E5 small（多语言，GPU）',
  'Granite 97M R2, many languages, for a GPU': 'Granite 97M R2（多语言，GPU）',
  'Granite 311M R2, many languages, for a GPU': 'Granite 311M R2（多语言，GPU）',
  'NLI DeBERTa xsmall, for a GPU': 'NLI DeBERTa xsmall（GPU）',
  'NLI MiniLM, many languages': 'NLI MiniLM（多语言）',
  'NLI mDeBERTa, many languages': 'NLI mDeBERTa（多语言）',
  'NLI mDeBERTa, many languages, for a GPU': 'NLI mDeBERTa（多语言，GPU）',
  'MS MARCO MiniLM L6, for a GPU': 'MS MARCO MiniLM L6（GPU）',
  'mxbai rerank xsmall, for a GPU': 'mxbai rerank xsmall（GPU）',
  'GTE reranker, many languages': 'GTE 重排模型（多语言）',
  'GTE reranker, many languages, for a GPU': 'GTE 重排模型（多语言，GPU）',
  'BGE reranker v2 m3, many languages': 'BGE 重排模型 v2 m3（多语言）',
};
