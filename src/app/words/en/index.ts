import { keyboard, shared } from './shared';
import { answers } from './answers';
import { ask } from './ask';
import { evidence } from './evidence';
import { find } from './find';
import { library } from './library';
import { modelIndex } from './model-index';
import { models } from './models';
import { settings } from './settings';

/** English, by which the other catalogues are typed. */
export const en = {
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

/** All texts of the screen in one language, by screen. */
export type Words = typeof en;
