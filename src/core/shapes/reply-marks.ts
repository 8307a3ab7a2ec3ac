/** A mark that models, templates and servers put into a reply's text. Case does not matter. */
export interface Mark {
  /** The characters that it always begins with, in lower case. */
  readonly begins: string;
  /** The whole of it. Sticky. */
  readonly whole: RegExp;
  /** Characters that must be known to detect it. */
  readonly longest: number;
}

/** The marks around a model's reasoning. */
interface ReasoningMarks {
  /** Missing where only the end is marked. */
  readonly opens?: Mark;
  readonly closes: Mark;
  /** True if the end is enough, where the beginning was in the prompt. */
  readonly closesAlone?: true;
  /** True if the beginning counts only with an end, as it may be a word of the answer. */
  readonly needsEnd?: true;
}

const literal = (text: string): Mark => ({
  begins: text.toLowerCase(),
  whole: new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`), 'iuy'),
  longest: text.length,
});
const pattern = (begins: string, whole: string, longest: number, flags = 'iuy'): Mark => ({
  begins,
  whole: new RegExp(whole, flags),
  longest,
});

const pair = (opens: string, closes: string): ReasoningMarks => ({
  opens: literal(opens),
  closes: literal(closes),
  closesAlone: true,
});

const tag = (name: string): ReasoningMarks => pair(`<${name}>`, `</${name}>`);

/** The rest of the header of a message of gpt-oss: recipient, form, and the mark of its text; and characters of the whole header. */
const HEADER = String.raw`[^<]{0,80}(?:<\|constrain\|>[^<]{0,40})?<\|message\|>`;
const LONGEST_HEADER = 200;

/** The marks of reasoning by the models that write them, with the source of each. */
export const REASONING: readonly ReasoningMarks[] = [
  // DeepSeek-R1, Qwen3, GLM, Magistral of 2506: https://docs.vllm.ai/en/v0.11.0/api/vllm/reasoning/
  tag('think'),
  // Prompts and fine-tunes, as read by Open WebUI: backend/open_webui/utils/middleware.py, DEFAULT_REASONING_TAGS
  tag('thinking'),
  tag('thought'),
  tag('reason'),
  tag('reasoning'),
  pair('<|begin_of_thought|>', '<|end_of_thought|>'),
  // Kimi: SGLang, docs/advanced_features/separate_reasoning.md
  pair('◁think▷', '◁/think▷'),
  // Kimi K3: https://docs.vllm.ai/en/stable/api/vllm/reasoning/kimi_k3_reasoning_parser/
  pair('<|open|>think<|sep|>', '<|close|>think<|sep|>'),
  // Magistral from 2507: https://github.com/RooCodeInc/Roo-Code/issues/8522
  pair('[THINK]', '[/THINK]'),
  // Seed-OSS: vllm/reasoning/seedoss_reasoning_parser.py
  tag('seed:think'),
  // MiniMax M3: https://docs.vllm.ai/en/v0.25.0/api/vllm/reasoning/minimax_m3_reasoning_parser/
  tag('mm:think'),
  // Step-Audio: https://docs.vllm.ai/projects/vllm-omni/en/latest/api/vllm_omni/reasoning/step_audio_reasoning_parser/
  pair('<|THINK_START|>', '<|THINK_END|>'),
  // Command R7B and A: https://docs.vllm.ai/en/v0.32.0/api/vllm/reasoning/cohere_command_reasoning_parser/
  pair('<|START_THINKING|>', '<|END_THINKING|>'),
  // Apertus: llama.cpp, common/chat.cpp
  pair('<|inner_prefix|>', '<|inner_suffix|>'),
  // Gemma 4: https://docs.vllm.ai/en/v0.20.2/api/vllm/reasoning/gemma4_reasoning_parser/
  pair('<|channel>thought', '<channel|>'),
  // Solar Open: llama.cpp, common/chat.cpp
  { opens: literal('<|think|>'), closes: literal('<|end|>') },
  // gpt-oss, all channels but the final one: https://cookbook.openai.com/article/harmony
  {
    opens: pattern('<|channel|>', String.raw`<\|channel\|>\s*(?!final)\w+${HEADER}`, LONGEST_HEADER),
    closes: literal('<|end|>'),
  },
  {
    closes: pattern('<|end|>', String.raw`<\|end\|>(?=\s*<\|start\|>\s*assistant)`, 40),
    closesAlone: true,
  },
  // gpt-oss where the special tokens were dropped: https://github.com/Augustas11/macprovider/issues/743
  {
    opens: pattern('analysis', String.raw`analysis(?=\p{Lu})`, 9, 'uy'),
    closes: literal('assistantfinal'),
    needsEnd: true,
  },
  // LM Studio, with a schema: https://github.com/mozilla-ai/any-llm/issues/1167
  {
    closes: pattern(
      '__lm_studio_internal_lsep_synthetic_reasoning_end_',
      '__LM_STUDIO_INTERNAL_LSEP_SYNTHETIC_REASONING_END_[0-9a-z]{0,64}__',
      120,
    ),
    closesAlone: true,
  },
];

/** Head of a turn, channel or block in front of an answer. `closes` ends the answer within it. */
interface AnswerHead {
  readonly head: Mark;
  readonly closes?: Mark;
}

/** The heads of answers, from the templates of the models named. */
export const ANSWER_HEADS: readonly AnswerHead[] = [
  // gpt-oss: https://cookbook.openai.com/article/harmony
  { head: literal('<|start|>assistant') },
  { head: pattern('<|channel|>', String.raw`<\|channel\|>\s*final${HEADER}`, LONGEST_HEADER) },
  // Qwen, ChatML
  { head: literal('<|im_start|>assistant') },
  // Llama 3
  { head: literal('<|start_header_id|>assistant<|end_header_id|>') },
  // Gemma up to 3, and 4
  { head: literal('<start_of_turn>model') },
  { head: literal('<|turn>model') },
  // GLM, Phi
  { head: literal('<|assistant|>') },
  // Solar Open: llama.cpp, common/chat.cpp
  { head: literal('<|begin|>assistant') },
  { head: literal('<|content|>') },
  // Command R7B and A
  { head: literal('<|START_RESPONSE|>') },
  { head: literal('<|START_TEXT|>') },
  // Kimi K3
  { head: literal('<|open|>response<|sep|>'), closes: literal('<|close|>response<|sep|>') },
  // Hunyuan A13B: vllm/reasoning/hunyuan_a13b_reasoning_parser.py
  { head: literal('<answer>'), closes: literal('</answer>') },
];

/**
 * Mark that ends an answer: the end of its turn, or the head of another one. `unless`: text that gives it another
 * meaning.
 */
export interface TurnEnd {
  readonly mark: Mark;
  readonly unless?: string;
}

/** The ends of turns in the templates of the models named. */
export const TURN_ENDS: readonly TurnEnd[] = [
  // Qwen and others by ChatML; Phi, GLM
  ...['<|im_end|>', '<|im_start|>', '<|endoftext|>', '<|end|>', '<|user|>', '<|assistant|>', '<|observation|>'],
  // Llama 3
  ...['<|eot_id|>', '<|eom_id|>', '<|end_of_text|>', '<|start_header_id|>'],
  // Gemma, OpenChat, Command R, Granite
  ...['<end_of_turn>', '<start_of_turn>', '<turn|>', '<|turn>', '<eos>', '<|end_of_turn|>'],
  ...['<|END_OF_TURN_TOKEN|>', '<|END_RESPONSE|>', '<|END_TEXT|>', '<|start_of_role|>'],
  // gpt-oss, DeepSeek, Apertus, Step, Kimi-VL
  ...[
    '<|return|>',
    '<|call|>',
    '<|start|>',
    '<｜end▁of▁sentence｜>',
    '<|assistant_end|>',
    '<|EOT|>',
    '<|im_assistant|>',
  ],
]
  .map((text): TurnEnd => ({ mark: literal(text) }))
  // Llama 2, Mistral; in HTML it ends text that is struck through.
  .concat({ mark: literal('</s>'), unless: '<s>' });
