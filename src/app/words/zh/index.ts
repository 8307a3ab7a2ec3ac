import type { Words } from '../en';
import { adapters } from './messages/adapters';
import { engine } from './messages/engine';
import { evaluation } from './messages/evaluation';
import { models as modelMessages } from './messages/models';
import { parameters } from './messages/parameters';
import { keyboard, shared } from './shared';
import { ask } from './ask';
import { find } from './find';
import { library } from './library';

/** Simplified Chinese. */
export const words: Words = {
  ask,
  find,
  keyboard,
  library,
  shared,
};

/** Messages of the engine and its models, by their English. */
export const messages: Readonly<Record<string, string>> = {
  ...adapters,
  ...engine,
  ...evaluation,
  ...modelMessages,
  ...parameters,
};
