import { count } from '../numbers';

/** Settings: privacy, appearance, storage, indexing and the words of form fields. */
export const settings = {
  pages: {
    title: 'Settings',
    models: 'Models',
    privacy: 'Privacy',
    indexing: 'Indexing',
    prompts: 'Prompts',
    storage: 'Storage',
    appearance: 'Appearance',
  },
  noCollection: 'Open a collection to see how it is indexed.',
  theme: { title: 'Theme', system: 'Same as system', light: 'Light', dark: 'Dark', changing: 'Changing the theme' },
  language: { title: 'Language', browser: 'Same as browser', changing: 'Changing the language' },
  parameters: 'All parameters of GraphRAG',
  erase: {
    title: 'Erase',
    about: 'Removes every collection, conversation, model and setting of Burrow from this browser.',
    action: 'Erase everything',
    busy: 'Erasing… Keep this page open until it restarts.',
  },
  storage: {
    inMemory: (used: string) =>
      `This window cannot keep files: ${used} are in memory and will be gone when you close it. Export each collection you want to keep.`,
    used: (used: string, quota: string) => `${used} used of about ${quota} that the browser allows.`,
    persisted: 'The browser keeps it until you delete it.',
    evictable: 'The browser may delete it when the disk is full. Export a collection to keep it safe.',
    persist: 'Protect from automatic deletion',
    refused:
      'The browser did not agree. It often does once you have used the page a few times or installed it. Until then, export your collections.',
    measuring: 'Measuring…',
    ask: 'Asking the browser',
  },
  indexing: {
    title: 'How this collection is indexed',
    about: 'Changes rebuild what depends on them in this collection.',
    apply: 'Apply',
    applyTo: (step: string) => `Apply ${step}`,
    applying: (step: string) => `Applying “${step}”`,
    defaults: 'Defaults',
    defaultsOf: (step: string) => `Defaults of ${step}`,
    unapplied: 'Not applied yet.',
  },
  field: {
    advanced: 'Advanced',
    changed: (settings: number) => `${count(settings)} changed`,
    reset: 'Reset',
    resetOne: (title: string) => `Reset ${title}`,
    between: (low: string, high: string) => `${low} to ${high}`,
    atLeast: (low: string) => `${low} or more`,
    atMost: (high: string) => `${high} at most`,
    refused: (reason: string, kept: string) => `Not saved: ${reason}. The value is still ${kept}.`,
    outOfRange: (range: string) => `it must be ${range}`,
    notNumber: 'enter a number',
    notWhole: 'it must be a whole number',
    notStep: (step: string, from: string) => `use steps of ${step}, starting at ${from}`,
  },
};
