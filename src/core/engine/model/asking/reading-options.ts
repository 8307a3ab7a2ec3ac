import { versionOf } from '../../../extract/model/messages';
import type { ReadingOptions } from '../../../extract/model/reading';
import type { ReadingChoices } from '../../../index/model-steps';
import type { ChatModelInfo } from '../../../models/chat-model';
import type { SettingStore } from '../../../ports/platform';
import { COMPACT } from '../../../prompts/compact';
import { FULL } from '../../../prompts/full';
import { replyFormOf, type EditedPrompt } from '../../../prompts/prompt';

/** Replies until one can be used. */
export const ATTEMPTS = 3;

/** How passages are read: by what the person chose, with the prompts as they are now. */
export async function readingOptions(
  choices: ReadingChoices,
  { choice, title, capabilities }: ChatModelInfo,
  settings: SettingStore,
): Promise<ReadingOptions> {
  const { budget: _share, ...reading } = choices;
  const prompts = await editedPrompts(settings);
  const prompt = choices.depth === 'full' ? FULL : COMPACT;
  const layer = `${title} (${versionOf(prompt, { prompts, persona: choices.persona })})`;
  const { contextWindow } = capabilities;
  const replies = replyFormOf(capabilities);
  return { ...reading, layer, reader: JSON.stringify(choice), prompts, contextWindow, replies, attempts: ATTEMPTS };
}

/** A person's own words by prompt name. */
export async function editedPrompts(settings: SettingStore): Promise<Readonly<Record<string, EditedPrompt>>> {
  const kept = (await settings.get('prompts')) as Readonly<Record<string, EditedPrompt | null>> | undefined;
  return Object.fromEntries(Object.entries(kept ?? {}).flatMap(([name, own]) => (own ? [[name, own]] : [])));
}
