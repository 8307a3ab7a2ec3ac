import { MEANING_WEIGHT } from '../retrieval/dense';
import type { Prompt } from '../prompts/prompt';
import { MOST_HISTORY, type RunMode } from './request/search-request';
import { choice, flag, number, type StepParameter, text } from '../parameters';

/** Parameters of a mode, described so that a form can be drawn from them. */
export interface SearchParameters {
  /** A mode, or `answers` for all of them. */
  readonly name: RunMode | 'answers';
  readonly title: string;
  readonly doc: string;
  readonly parameters: readonly StepParameter[];
}

/** The settings of a mode, or of every answer, with the prompts that are edited beside them. */
export interface SearchGroup extends SearchParameters {
  readonly prompts: readonly Prompt[];
  /** True if the level of its reports is chosen right beside the modes, too. */
  readonly hasLevelAtHand?: boolean;
}

/** Deepest community level whose reports are read where a person chose none (GraphRAG's community_level). */
export const DEFAULT_LEVEL = 2;

/** Default form of an answer. */
export const RESPONSE_TYPE = 'a few short paragraphs';

/** Parameters of answers in every mode, unless its description names some. */
export const ANSWER_PARAMETERS = {
  name: 'answers',
  title: 'Every answer',
  doc: 'Holds for all modes: what is found, and how a language model writes of it.',
  parameters: [
    text('response_type', 'Form of the answer', RESPONSE_TYPE, {
      doc: 'Asks for this form in your own words, such as “a single paragraph”, “a table” or “a report with headings”. Longer forms take longer to write.',
    }),
    number('reply_tokens', 'Length of the answer', 0, [0, 16_000, 100], {
      doc: 'Limits answers of Local and Basic; longer ones take longer to write. 0 is 1,200 tokens, and a quarter of the model’s window is the most; Global and DRIFT have limits in words.',
    }),
    number('temperature', 'Temperature', 0, [0, 2, 0.1], {
      advanced: true,
      doc: 'Takes the likeliest word each time at 0, so that the same question gives the same answer. Higher varies answers and makes mistakes likelier.',
    }),
    number('history_turns', 'Earlier questions shown to the model', 3, [0, MOST_HISTORY], {
      advanced: true,
      doc: 'Shows the model this many earlier turns, so that it understands follow-up questions. Each makes prompts longer and leaves less room for your documents (GraphRAG: 5).',
    }),
    flag('rewrite', 'Make follow-up questions stand by themselves', true, {
      doc: 'Puts names in place of “he”, “it” or “there”, so that the right passages are found. Costs one short call where a question leans on an earlier one.',
    }),
    number('follow_ups', 'Follow-up questions', 3, [0, 6], {
      doc: 'Proposes this many questions under the newest answer; 0 proposes none. Costs one short call once the answer is finished, where a model wrote it.',
    }),
    flag('general_knowledge', 'Let the model add its own knowledge', false, {
      doc: 'Lets the model add what no document says. Such sentences are marked, since nothing here supports them.',
    }),
    number('meaning_weight', 'Weight of meaning', MEANING_WEIGHT, [0, 4, 0.05], {
      advanced: true,
      doc: 'Counts the order of passages by meaning this many times as much as that by words; needs an embedding model. Higher suits a strong model; a small one then puts passages first that only sound alike.',
    }),
    number('max_input_tokens', 'Tokens shown to the model', 8000, [0, 200_000, 500], {
      advanced: true,
      doc: 'Limits what one prompt holds of your index. Higher shows the model more and takes longer to read; 0 shows as much as fits (GraphRAG: 12,000).',
    }),
  ],
} satisfies SearchParameters;

/** Deepest level of community reports; each mode that reads reports has its own. */
export const LEVEL = number('level', 'Reports', DEFAULT_LEVEL, [0, 20], {
  part: 'Reports',
  doc: 'Reads reports down to this level; 0 is the broadest (GraphRAG: 2). Finer levels say more; reading all of their reports takes more calls and tokens.',
});

/** Parameters of modes that read reports row by row. */
export const REPORTS_READ = [
  LEVEL,
  number('min_rank', 'Minimum importance of a report', 0, [0, 10, 0.5], {
    advanced: true,
    doc: 'Leaves out reports that their writer rated lower, from 0 to 10. Higher saves tokens and can miss details (GraphRAG: 0, which leaves out none).',
  }),
  choice('content', 'What of a report is shown', ['full', 'summary'], {
    doc: 'Shows summary and findings, or the summary alone, which takes a fraction of the tokens and says less (GraphRAG: all).',
    choiceTitles: { full: 'summary and findings', summary: 'the summary alone' },
  }),
] as const;
