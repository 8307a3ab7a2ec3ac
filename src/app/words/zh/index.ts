import type { Words } from '../en';
import { adapters } from './messages/adapters';
import { engine } from './messages/engine';
import { models as modelMessages } from './messages/models';
import { parameters } from './messages/parameters';
import { keyboard, shared } from './shared';
import { answers } from './answers';
import { ask } from './ask';
import { evidence } from './evidence';
import { find } from './find';
import { library } from './library';
import { modelIndex } from './model-index';
import { models } from './models';
import { settings } from './settings';

/** Simplified Chinese. */
export const words: Words = {
  answers,
  ask,
  evidence,
  find,
  keyboard,
  library,
  modelIndex,
  models,
  settings,
  shared,
};

/** Messages of the engine and its models, by their English. */
export const messages: Readonly<Record<string, string>> = { ...adapters, ...engine, ...modelMessages, ...parameters };
