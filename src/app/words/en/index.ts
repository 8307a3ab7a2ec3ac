import { settings } from './settings';

/** English, by which the other catalogues are typed. */
export const en = { settings };
