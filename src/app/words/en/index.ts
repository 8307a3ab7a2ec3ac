import { keyboard } from './keyboard';
import { settings } from './settings';

/** English, by which the other catalogues are typed. */
export const en = { keyboard, settings };
