/** The parameters of steps, searches and prompts: titles, texts and choices. */
export const parameters: Readonly<Record<string, string>> = {};
