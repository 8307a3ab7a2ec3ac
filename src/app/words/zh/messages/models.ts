/** Facts about models, as their cards show them. */
export const models: Readonly<Record<string, string>> = {};
