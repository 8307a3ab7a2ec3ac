/** The table of all parameters of GraphRAG. */
export const allParameters = {
  about: 'Every parameter of GraphRAG 3: its default there, its counterpart in Burrow and the current value.',
  region: (title: string) => `Parameters: ${title}`,
  standard: 'Default',
  burrow: 'In Burrow',
  current: 'Current',
  inPrompts: (title: string) => `Settings, Prompts: ${title}`,
  inStep: (step: string, title: string) => `${step}: ${title}`,
  inAsk: (group: string, title: string) => `Ask, ${group}: ${title}`,
  on: 'on',
  off: 'off',
};
