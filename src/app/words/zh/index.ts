import type { Words } from '../language.svelte';
import { keyboard } from './keyboard';
import { settings } from './settings';

/** Simplified Chinese. */
export const zh: Words = { keyboard, settings };
