import type { Words } from '../language.svelte';
import { settings } from './settings';

/** Simplified Chinese. */
export const zh: Words = { settings };
