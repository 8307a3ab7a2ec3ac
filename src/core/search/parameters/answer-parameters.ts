import { reader, valuesOf, type Values } from '../../index/step';
import type { SearchParameters } from './search-parameters';

/** Earlier turns that may go with a question. */
export const MOST_HISTORY = 10;

/** What holds for answers of every mode, unless its description names some. */
export const ANSWER_PARAMETERS: SearchParameters = {
  name: 'answers',
  title: 'Every answer',
  doc: 'How answers by a language model are written, whatever the mode.',
  parameters: [
    {
      name: 'response_type',
      title: 'Form of the answer',
      doc: 'In your own words, such as “a single paragraph”, “a list of five points”, “a table” or “a report with headings”.',
      kind: 'text',
      default: 'a few short paragraphs',
    },
    {
      name: 'reply_tokens',
      title: 'Length of the answer',
      doc: 'Tokens of an answer of Local and Basic at most, never more than a quarter of the model’s window; 0 is 1,200 or that quarter. Global and DRIFT go by words, which their own settings have.',
      kind: 'number',
      default: 0,
      min: 0,
      max: 16_000,
      step: 100,
    },
    {
      name: 'temperature',
      title: 'Temperature',
      doc: '0 takes the likeliest word each time, so that the same question gives the same answer; higher values vary.',
      kind: 'number',
      default: 0,
      min: 0,
      max: 2,
      step: 0.1,
    },
    {
      name: 'history_turns',
      title: 'Earlier questions shown to the model',
      doc: 'Newest turns of the conversation that go into the prompt (GraphRAG: 5).',
      kind: 'number',
      default: 3,
      min: 0,
      max: MOST_HISTORY,
      step: 1,
    },
    {
      name: 'rewrite',
      title: 'Make follow-up questions stand by themselves',
      doc: 'One short call that puts names in place of “he”, “it” or “there”, where a question leans on an earlier one.',
      kind: 'switch',
      default: true,
    },
    {
      name: 'follow_ups',
      title: 'Follow-up questions',
      doc: 'Proposed under the newest answer, by one short call once it is finished where a model wrote it; 0 proposes none.',
      kind: 'number',
      default: 3,
      min: 0,
      max: 6,
      step: 1,
    },
    {
      name: 'general_knowledge',
      title: 'Let the model add its own knowledge',
      doc: 'Such sentences are marked: no document stands behind them.',
      kind: 'switch',
      default: false,
    },
    {
      name: 'max_input_tokens',
      title: 'Tokens shown to the model',
      doc: 'Of the index at most, however large the model’s window (GraphRAG: 12,000); 0 is what fits.',
      kind: 'number',
      default: 8000,
      min: 0,
      max: 200_000,
      step: 500,
    },
  ],
};

/** The parameters of every answer by a model, read. */
export interface AnswerChoices {
  readonly responseType: string;
  /** 0 for a share of the window. */
  readonly replyTokens: number;
  /** 0 to 2. */
  readonly temperature: number;
  readonly historyTurns: number;
  readonly rewrite: boolean;
  /** Proposed after an answer; 0 for none. */
  readonly followUps: number;
  readonly generalKnowledge: boolean;
  /** Infinity for whatever fits. */
  readonly maxInputTokens: number;
}

/** Reads the parameters of every answer by a model; what is missing has its default. */
export function answerChoices(chosen?: Values): AnswerChoices {
  const { number, flag, text } = reader(valuesOf(ANSWER_PARAMETERS, chosen));
  return {
    responseType: text('response_type') || 'a few short paragraphs',
    replyTokens: number('reply_tokens'),
    temperature: number('temperature'),
    historyTurns: number('history_turns'),
    rewrite: flag('rewrite'),
    followUps: number('follow_ups'),
    generalKnowledge: flag('general_knowledge'),
    maxInputTokens: number('max_input_tokens') || Infinity,
  };
}
