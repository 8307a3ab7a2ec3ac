import axe from 'axe-core';

/** Lists the violations of WCAG 2.2 AA in the page, a line each. */
export async function axeFindings(): Promise<readonly string[]> {
  const runOnly = { type: 'tag' as const, values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
  const { violations } = await axe.run(document, { runOnly, rules: { 'document-title': { enabled: false } } });
  return violations.map((item) => `${item.id}: ${item.nodes.map((node) => node.html).join(' ')}`);
}

/** The looks in which every state is scanned. */
export const LOOKS = [
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 390 },
] as const;

export function setTheme(theme: 'light' | 'dark'): void {
  document.documentElement.dataset['theme'] = theme;
}
