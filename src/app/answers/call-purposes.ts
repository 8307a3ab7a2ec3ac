import type { CallPurpose } from '../../core/search/model-call/call-model';

const NAMES: Readonly<Record<CallPurpose, string>> = {
  rewrite: 'Reading the question in its conversation',
  answer: 'Writing the answer',
  rate: 'Rating a report',
  map: 'Drawing points from reports',
  reduce: 'Joining what was found',
  hypothesis: 'Imagining an answer to search by',
  primer: 'First answer from reports',
  step: 'Answering a question on the way',
  check: 'Checking sentences',
  'follow-ups': 'Proposing questions',
};

/** What a call was for, for a person. */
export const purposeName = (purpose: CallPurpose): string => NAMES[purpose];
