import type { CallOptions } from '../../ports/platform';
import type { Conversation } from '../../ports/conversations';
import type { SearchCost } from '../../search/search-cost';
import type { SearchEvent, SearchRequest } from '../../search/events';
import type { SearchParameters } from '../../settings/search-parameters';

/** Questions and their answers. */
export interface AskingCalls {
  /** Tells the evidence, then what the chosen chat model writes where there is one; ends with the answer. */
  search(request: SearchRequest, options?: CallOptions): AsyncIterable<SearchEvent>;
  /** Stops a question of the running DRIFT search of this id, or has it asked whatever its rank. */
  steer(searchId: string, question: string, how: 'stop' | 'pursue'): Promise<void>;
  /**
   * Looks for questions that lead on from a kept answer and keeps them with its turn; resolves with the conversation, or with null where
   * nothing was to be proposed. A model is asked only where one wrote the answer.
   */
  followUps(conversationId: string, turnId: string, options?: CallOptions): Promise<Conversation | null>;
  /** What a question would take of the chosen model here, about; quick enough to be asked while a person types. */
  searchCost(request: SearchRequest): Promise<SearchCost>;
  /** What may be set about each mode. */
  searchParameters(): Promise<readonly SearchParameters[]>;
}
