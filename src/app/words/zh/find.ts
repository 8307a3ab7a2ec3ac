import type { Words } from '../en';
import { count } from '../numbers';

export const find: Words['find'] = {
  title: '搜索正文',
  label: '要查找的字词',
  placeholder: '字词、“短语”、-排除、document:文档名',
  places: '位置',
  summary: (places, documents) => `${count(documents)} 个文档中的 ${count(places)} 处`,
  addWords: '请输入要查找的字词。',
  nowhere: (query) => `您的文档中没有“${query}”。`,
  didYouMean: '您是不是想找：',
  ofDocument: (places) => `${count(places)} 处`,
  moreIn: (left, title) => `再显示“${title}”中的 ${count(left)} 处`,
  listed: (listed, all) => `共 ${count(all)} 处，列出了 ${count(listed)} 处。`,
  moreDocuments: (left) => `再显示 ${count(left)} 个文档`,
  phrase: '"完整短语"',
  without: '-排除',
  inDocument: 'document:文档名',
};
