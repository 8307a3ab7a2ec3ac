import { promptVersion, type EditedPrompt } from '../../prompts/prompt';
import { REPORT_PROMPT } from '../../prompts/report';

/** Who writes a report, and with which words: its `method`. A report of another layer can be written again. */
export function reportLayer(
  title: string,
  prompts: Readonly<Record<string, EditedPrompt>>,
  language: string | null,
): string {
  const version = promptVersion(REPORT_PROMPT, prompts[REPORT_PROMPT.name]);
  return `${title} (${[version, ...(language === null ? [] : [language])].join(', ')})`;
}
