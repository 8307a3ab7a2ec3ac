import { keyboard, shared } from './shared';
import { ask } from './ask';
import { find } from './find';
import { library } from './library';

/** English, by which the other catalogues are typed. */
export const en = {
  ask,
  find,
  keyboard,
  library,
  shared,
};

/** All texts of the screen in one language, by screen. */
export type Words = typeof en;
