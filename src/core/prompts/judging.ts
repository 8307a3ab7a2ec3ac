import type { ChoiceShape, RecordShape } from '../shapes/shape';
import { ENTAILMENT } from './answers';
import { fenced, FENCE_RULE, type Prompt } from './prompt';

/** Draws the claims from a text, each a statement that can be checked by itself. */
export const TEXT_CLAIMS: Prompt = {
  name: 'text-claims',
  title: 'Evaluation: claims of an answer',
  doc: 'Takes an answer or a reference apart into statements of one fact each, so that each can be checked.',
  source: 'RAGChecker, claim extraction of RefChecker',
  version: 1,
  system: `You take a text apart into claims. The text answers a question. ${FENCE_RULE}
Write each fact that the text states as a claim of its own: one short sentence that can be understood without the text, with names in place of "he" or "it". Keep the wording, numbers and dates of the text, and hedges such as "may". Leave out references in brackets, and sentences that state nothing. Add nothing.
Answer with one JSON object: "claims", in the order of the text, and in its language.
Example: for "Ada Byrne, a nurse [Data: Sources (3)], came in 1902." write {"claims":["Ada Byrne was a nurse.","Ada Byrne came in 1902."]}
If the text states nothing: {"claims":[]}`,
  user: `${fenced(`Question: {question}
Text: {text}`)}
All claims of the text, as JSON:`,
};

const MOST_CLAIMS = 40;

export const TEXT_CLAIMS_SHAPE = {
  kind: 'record',
  fields: { claims: { kind: 'texts', max: 300, items: MOST_CLAIMS } },
} as const satisfies RecordShape;

/** Labels claims by one text. The text comes first, so that an engine reads it once for all groups of claims. */
export const CLAIM_CHECK: Prompt = {
  name: 'claim-check',
  title: 'Evaluation: does a text state the claims?',
  doc: 'Checks up to five claims against one passage or answer at once, where no sentence checker is chosen.',
  source: 'RAGChecker, joint check of RefChecker',
  version: 1,
  system: `You check claims against one text. Judge each numbered claim by that text alone, not by what you know. ${FENCE_RULE}
says: the text states all of the claim, in these or other words, or it clearly follows from the text.
denies: the text contradicts a part of the claim.
open: anything else. If unsure, answer open.
{form}`,
  user: `${fenced(`Text: {text}
Claims:
{claims}`)}
Judge each claim by the text.`,
  ...(ENTAILMENT.forms && { forms: ENTAILMENT.forms }),
};

const YES_OR_NO = {
  lines: `Answer with one word and nothing else:`,
  json: `Answer with one word in JSON, as {"choice":"yes"}:`,
} as const;

/** Tests an answer for one assertion. The assertion comes last, so that all assertions of an answer share what stands before it. */
export const ASSERTION_CHECK: Prompt = {
  name: 'assertion-check',
  title: 'Evaluation: does an answer make a statement?',
  doc: 'Tests whether an answer says what a good answer should say, yes or no.',
  source: 'BenchmarkQED, assertion scoring',
  version: 1,
  system: `You test whether an answer to a question contains a statement. Other words for the same are fine; the answer may say more. ${FENCE_RULE}
{form}
yes: the answer says all of the statement.
no: the answer leaves a part of it out, or says something else.`,
  user: `${fenced(`Question: {question}
Answer: {answer}
Statement: {statement}`)}
Does the answer contain the statement, yes or no?`,
  forms: YES_OR_NO,
};

export const ASSERTION_SHAPE = { kind: 'choice', options: ['yes', 'no'] } as const satisfies ChoiceShape;

/** Grades one passage by an assertion, which comes last, as there. */
export const PASSAGE_SUPPORT: Prompt = {
  name: 'passage-support',
  title: 'Evaluation: does a passage support a statement?',
  doc: 'Grades how far a passage supports what a good answer should say, where no sentence checker is chosen.',
  source: 'BenchmarkQED, chunk assertion scoring',
  version: 1,
  system: `You grade how far a passage supports a statement. The statement may be an instruction on what to say: then grade what it asks to be said. Go by the passage alone, not by what you know. ${FENCE_RULE}
{form}
full: the passage says all of it, in these or other words.
part: the passage says a part of it and contradicts none.
none: anything else.`,
  user: `${fenced(`Text: {text}
Statement: {statement}`)}
How far does the text support the statement, full, part or none?`,
  forms: {
    lines: `Answer with one word and nothing else:`,
    json: `Answer with one word in JSON, as {"choice":"part"}:`,
  },
};

export const SUPPORT_SHAPE = { kind: 'choice', options: ['full', 'part', 'none'] } as const satisfies ChoiceShape;

/** Descriptions of the criteria, for the judge. */
export const CRITERION_WORDS = {
  comprehensiveness:
    'comprehensiveness: which covers more of the aspects that the question asks about, with their details',
  diversity: 'diversity: which brings in more different points of view, sources and kinds of information',
  empowerment: 'empowerment: which helps a reader more to understand the matter and to form a judgement of their own',
  relevance: 'relevance: which keeps closer to what the question asks',
  directness: 'directness: which answers the question more plainly and briefly',
} as const;

export const WINNER_SHAPE = { kind: 'choice', options: ['first', 'second', 'tie'] } as const satisfies ChoiceShape;

/** Compares two answers by one criterion, which comes last: all criteria share what stands before it. */
export const ANSWER_PAIR: Prompt = {
  name: 'answer-pair',
  title: 'Evaluation: the better of two answers',
  doc: 'Says which of two answers is better by one criterion, or that neither is. Each pair is shown in both orders.',
  source: 'BenchmarkQED, pairwise scoring',
  version: 1,
  system: `You compare two answers to a question by one criterion. Look at nothing but that criterion: neither length nor the order of the answers counts. Without a clear difference it is a tie. ${FENCE_RULE}
{form}`,
  user: `${fenced(`Question: {question}
First answer: {first}
Second answer: {second}`)}
Criterion: {criterion}. Which answer is better by it: first, second or tie?`,
  forms: {
    lines: `Answer with one word, first, second or tie, and nothing else.`,
    json: `Answer with one word in JSON, as {"choice":"tie"}.`,
  },
};

/** Word for a part of an answer that there is none of. */
export const NO_PART = 'none';

/** Separates what two answers share from what only one of them says. */
export const ANSWER_DIFFERENCE: Prompt = {
  name: 'answer-difference',
  title: 'Evaluation: how two answers differ',
  doc: 'Lists what two answers share and what only one of them says, so that only the difference is judged.',
  source: 'BenchmarkQED, differential pairwise scoring',
  version: 1,
  system: `You find out how two answers to a question differ in what they say, not in how they say it. ${FENCE_RULE}
Answer with one JSON object, each part up to {max_words} words of the answers:
"common": what both say;
"first": what only the first says;
"second": what only the second says.
Write "${NO_PART}" for a part that there is none of.`,
  user: `${fenced(`Question: {question}
First answer: {first}
Second answer: {second}`)}
The three parts as JSON:`,
};

/** Words of each part of a difference. */
export const PART_WORDS = 120;
const PART = { kind: 'text', max: 2400 } as const;

export const DIFFERENCE_SHAPE = {
  kind: 'record',
  fields: { common: PART, first: PART, second: PART },
} as const satisfies RecordShape;

/** Judges two answers by what only one of them says, by all criteria at once. */
export const DIFFERENCE_JUDGEMENT: Prompt = {
  name: 'difference-judgement',
  title: 'Evaluation: the better of two differences',
  doc: 'Says by each criterion which of two answers is better, from what they share and what only one of them says.',
  source: 'BenchmarkQED, differential pairwise scoring',
  version: 1,
  system: `You judge two answers by what only one of them says. Take them for equal at first: by each criterion it is a tie unless one part clearly adds more than the other. A part may be "${NO_PART}". ${FENCE_RULE}
Criteria:
${Object.values(CRITERION_WORDS)
  .map((words) => `- ${words}`)
  .join('\n')}
Answer with one JSON object: each criterion with "first", "second" or "tie".`,
  user: `${fenced(`Question: {question}
Both answers: {common}
Only the first answer: {first}
Only the second answer: {second}`)}
Judge by each criterion, as JSON:`,
};

export const DIFFERENCE_JUDGEMENT_SHAPE = {
  kind: 'record',
  fields: {
    comprehensiveness: WINNER_SHAPE,
    diversity: WINNER_SHAPE,
    empowerment: WINNER_SHAPE,
    relevance: WINNER_SHAPE,
    directness: WINNER_SHAPE,
  },
} as const satisfies RecordShape;

/** Rates a passage for a question on four steps (UMBRELA). The passage comes last, so that what stands before it is read once. */
export const RATE_PASSAGE: Prompt = {
  name: 'rate-passage',
  title: 'Evaluation: how relevant is a passage?',
  doc: 'Rates a passage from 0 to 3 for a question. These ratings are the reference by which retrieval is measured.',
  source: 'BenchmarkQED, relevance of retrieved chunks (UMBRELA)',
  version: 1,
  system: `You rate how far a passage answers a question. Rate what it says, not how many words it shares with the question. ${FENCE_RULE}
{form}
0 has nothing to do with the question
1 belongs to its subject but answers no part of it
2 answers a part of it, or answers it among other things or unclearly
3 is about the question and answers it`,
  user: `${fenced(`Question: {question}
Passage: {passage}`)}
Rating from 0 to 3:`,
  forms: {
    lines: `Answer with one digit and nothing else:`,
    json: `Answer with one digit in JSON, as {"choice":"2"}:`,
  },
};

export const RATING_SHAPE = { kind: 'choice', options: ['0', '1', '2', '3'] } as const satisfies ChoiceShape;
