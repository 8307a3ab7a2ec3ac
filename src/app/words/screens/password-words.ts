import { language, type LanguageCode } from '../language.svelte';

const en = {
  needed: 'It needs a password.',
  wrong: 'This password does not open it.',
  /** Words on the pages of a document that was read already. */
  pages: 'Its pages are drawn once you enter the password again.',
  kept: 'The password is used in this tab and never stored. What is read of the file is kept like any other.',
  keptShort: 'The password is used in this tab and never stored.',
  field: (name: string) => `Password of ${name}`,
  label: 'Password',
  open: 'Open',
  openOne: (name: string) => `Open ${name}`,
};

const zh: typeof en = {
  needed: '需要密码。',
  wrong: '此密码无法打开它。',
  pages: '再次输入密码后即可显示页面。',
  kept: '密码只在此标签页中使用，绝不保存。读取的内容会像其他文件一样保存。',
  keptShort: '密码只在此标签页中使用，绝不保存。',
  field: (name) => `“${name}”的密码`,
  label: '密码',
  open: '打开',
  openOne: (name) => `打开“${name}”`,
};

const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts on files with a password, in the language of the screen: they come with the first such file. */
export const passwordWords = (): typeof en => BY_LANGUAGE[language.code];
