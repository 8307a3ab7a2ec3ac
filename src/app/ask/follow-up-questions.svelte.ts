import type { ConversationChange } from '../../core/conversations/conversations';
import type { Notices } from '../notices.svelte';
import { isAbort } from '../words/errors';
import type { ConnectEngine } from '../engine';
import { language } from '../words/language.svelte';

/** Proposes follow-up questions for a kept answer, for one answer at a time, until something else is asked. */
export class FollowUpQuestions {
  /** The turn for which they are being looked for. */
  turn = $state<string | null>(null);
  readonly #engine: ConnectEngine;
  readonly #notices: Notices;
  #controller = new AbortController();

  constructor(engine: ConnectEngine, notices: Notices) {
    this.#engine = engine;
    this.#notices = notices;
  }

  stop(): void {
    this.#controller.abort();
  }

  /** Resolves with the turn that has them now; null where there are none. */
  async find(conversation: string, turn: string): Promise<ConversationChange | null> {
    const controller = new AbortController();
    this.#controller = controller;
    this.turn = turn;
    try {
      const engine = await this.#engine();
      return await engine.followUps(conversation, turn, { signal: controller.signal });
    } catch (error) {
      if (!isAbort(error) && !controller.signal.aborted)
        this.#notices.fail(language.words.ask.conversation.followUpsDoing, error);
      return null;
    } finally {
      if (this.#controller === controller) this.turn = null;
    }
  }
}
