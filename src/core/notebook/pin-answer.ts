import type { Answer } from '../search/answer/answer';
import { NO_EVIDENCE } from '../search/evidence/evidence';
import { documentsShown } from '../conversations/redact-answer';

/**
 * An answer as it is pinned: its text, author and evidence. Of its trace only the parts stay by which words of deleted
 * documents are known.
 */
export function answerToPin(answer: Answer): Answer {
  const { mode, reason, milliseconds, modelCalls } = answer.trace;
  const isWritten = answer.text !== undefined;
  return {
    ...answer,
    evidence: isWritten ? NO_EVIDENCE : answer.evidence,
    trace: {
      ...{ mode, reason, milliseconds, modelCalls, sections: [] },
      ...(isWritten && hasKnownSources(answer) && { told: documentsShown(answer.trace) }),
    },
  };
}

const hasKnownSources = ({ trace }: Answer): boolean => trace.calls !== undefined || trace.told !== undefined;
