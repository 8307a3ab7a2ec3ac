import type { Ask } from '../models/model-call';
import { fillPrompt, promptVersion, type EditedPrompt } from '../prompts/prompt';
import { TUNING_PROMPT, TUNING_SHAPE } from '../prompts/extraction';
import { parseReply } from '../shapes/parse-reply';
import type { ShapeValue } from '../shapes/shape';
import type { TextUnitRow } from '../tables/tables';
import { oneLine } from '../text/clip';
import { estimateTokens } from '../text/tokens';

/** Proposal of a model for the prompts of a collection. */
export type Tuning = ShapeValue<typeof TUNING_SHAPE>;

/** Documents of which a passage is shown. */
const SAMPLES = 8;
/** Share of the window that passages may take. */
const SHARE = 0.6;
const REPLY_TOKENS = 300;
const ATTEMPTS = 3;

/**
 * Proposes domain, reader, entity types and language from the first passages in reading order, of different documents first. Throws
 * ParseError when no reply can be used.
 */
export async function tune(
  order: readonly TextUnitRow[],
  contextWindow: number,
  ask: Ask,
  edited: EditedPrompt = {},
): Promise<Tuning> {
  const samples = sampleOf(order);
  const budget = Math.floor((contextWindow * SHARE) / Math.max(1, samples.length));
  const passages = samples.map(({ text }, at) => `[${String(at + 1)}] ${beginning(text, budget)}`).join('\n');
  const messages = fillPrompt(TUNING_PROMPT, { passages }, edited);
  const documentIds = [...new Set(samples.map((unit) => unit.document_id))];
  for (let attempt = 0; ; attempt++) {
    const { text } = await ask({
      messages,
      shape: TUNING_SHAPE,
      maxTokens: REPLY_TOKENS,
      temperature: 0.3 * attempt,
      ...(attempt > 0 && { seed: attempt }),
      promptVersion: promptVersion(TUNING_PROMPT, edited),
      documentIds,
    });
    try {
      return parseReply(TUNING_SHAPE, text).value;
    } catch (error) {
      if (attempt + 1 >= ATTEMPTS) throw error;
    }
  }
}

/** One passage of each document, then further ones. */
function sampleOf(order: readonly TextUnitRow[]): readonly TextUnitRow[] {
  const seen = new Set<string>();
  const first: TextUnitRow[] = [];
  const rest: TextUnitRow[] = [];
  for (const unit of order) {
    if (first.length === SAMPLES) break;
    (seen.has(unit.document_id) ? rest : first).push(unit);
    seen.add(unit.document_id);
  }
  return [...first, ...rest].slice(0, SAMPLES);
}

/** The start of a text that fits, on one line. */
function beginning(text: string, tokens: number): string {
  const line = oneLine(text);
  const whole = estimateTokens(line);
  return whole <= tokens ? line : line.slice(0, Math.floor((line.length * tokens) / whole));
}
