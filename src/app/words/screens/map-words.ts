import { map as en } from '../en/map';
import { language, type LanguageCode } from '../language.svelte';
import { map as zh } from '../zh/map';

type MapWords = typeof en;

/** The texts of the map in all languages: they come with its code, so that the landing page does without. */
const BY_LANGUAGE: Readonly<Record<LanguageCode, MapWords>> = { en, zh };

/** The texts of the map in the language of the screen. */
export const mapWords = (): MapWords => BY_LANGUAGE[language.code];
