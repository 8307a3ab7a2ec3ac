import { language, type LanguageCode } from '../language.svelte';
import { count } from '../numbers';

const en = {
  about: 'Where the names of its columns stand is not clear. This is how its first row would be read:',
  names: 'Names of the columns',
  noNames: 'None: every row is data',
  row: (row: number, names: string) => `Row ${count(row)}: ${names}`,
  delimiter: 'Sign between two cells',
  signs: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' } as Readonly<Record<string, string>>,
  blank: 'blank',
  read: 'Read it so',
  readOne: (path: string) => `Read ${path} so`,
};

const zh: typeof en = {
  about: '无法确定列名在哪一行。第一行数据将这样读取：',
  names: '列名',
  noNames: '没有列名：每一行都是数据',
  row: (row, names) => `第 ${count(row)} 行：${names}`,
  delimiter: '单元格之间的分隔符',
  signs: { ',': '逗号', ';': '分号', '\t': '制表符', '|': '竖线' },
  blank: '空白',
  read: '就这样读取',
  readOne: (path) => `就这样读取“${path}”`,
};

const BY_LANGUAGE: Readonly<Record<LanguageCode, typeof en>> = { en, zh };

/** The texts on a table whose columns a person names, in the language of the screen: they come with the first such file. */
export const tableWords = (): typeof en => BY_LANGUAGE[language.code];
