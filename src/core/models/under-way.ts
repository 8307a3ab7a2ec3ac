import type { ChatReply } from './chat-model';

/** Replies that are being made, by key, so that who asks the same meanwhile waits for the one instead of paying for another. */
export interface UnderWay {
  /** The reply that somebody waits for already, undefined once it came to nothing; undefined at once where nobody does. */
  of(key: string): Promise<ChatReply | undefined> | undefined;
  /** From now on this one is being made. */
  begin(key: string): Making;
}

export interface Making {
  /** It is there, or came to nothing. Only the first call counts. */
  end(reply?: ChatReply): void;
}

export function createUnderWay(): UnderWay {
  const all = new Map<string, Promise<ChatReply | undefined>>();
  return {
    of: (key) => all.get(key),
    begin: (key) => {
      let resolve: (reply?: ChatReply) => void = () => undefined;
      const made = new Promise<ChatReply | undefined>((give) => (resolve = give));
      all.set(key, made);
      return {
        end: (reply) => {
          if (all.get(key) === made) all.delete(key);
          resolve(reply);
        },
      };
    },
  };
}
