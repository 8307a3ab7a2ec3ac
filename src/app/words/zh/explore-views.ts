import type * as english from '../en/explore-views';
import { count } from '../numbers';

export const views: typeof english.views = {
  level: '详细程度',
  top: '顶层主题',
  downTo: (level) => `至第 ${count(level)} 层`,
  all: '所有层级',
  exporting: '正在导出',
  exported: (done, total) => `${count(done)} / ${count(total)}`,
};

export const book: typeof english.book = {
  label: '报告书',
  loading: '加载目录',
  contents: '目录',
  reports: '报告',
  place: (at, reports) => `第 ${count(at)} 份报告，共 ${count(reports)} 份`,
  gone: '此报告已不存在。',
  save: '导出为 Markdown',
  saving: '导出报告',
  fileName: (collection) => `${collection}：报告`,
  print: (reports) => `打印已加载的 ${count(reports)} 份报告`,
  printHint: '打印您目前翻看过的报告。导出文件包含该层级的全部报告。',
};

export const summaries: typeof english.summaries = {
  label: '摘要树',
  loading: '正在加载摘要',
  about: '由用词相近的段落逐层总结而成。打开一份摘要可查看其依据，直到文档中的句子。',
  layer: (layer) => `第 ${count(layer)} 层`,
  leaves: (leaves) => `基于 ${count(leaves)} 个段落`,
  writing: '模型正在撰写此摘要……',
  doing: '撰写摘要',
  anew: '重新建树…',
  anewHint: '以当前设置为现有段落重新分组，先显示费用。',
};

export const matrix: typeof english.matrix = {
  label: '矩阵',
  loading: '统计段落',
  opening: '打开单元格',
  about: '如果一个段落连接了社区的两个成员，就计入该社区。颜色越浓，占该文档的比例越大。',
  keys: '方向键在单元格间移动，按住 Control 可跳到下一个有内容的单元格。按 Enter 打开单元格、文档或报告。',
  grid: (documents, communities) => `${count(documents)} 个文档，${count(communities)} 个社区`,
  picture: '图形',
  table: '表格',
  form: '显示为',
  document: '文档',
  community: '社区',
  passages: '段落数',
  share: '比例',
  cell: (passages, all, share) => `${count(all)} 个段落中的 ${count(passages)} 个（${share}）`,
  none: '没有段落',
  noCommunities: '尚无社区。当两个名称一同出现后，社区才会形成。',
  cells: (first, last, total) => `第 ${count(first)}–${count(last)} 个单元格，共 ${count(total)} 个`,
  openCell: (document, community) => `${document}：${community}`,
  listed: (passages) => `${count(passages)} 个段落`,
  pair: (one, other) => `${one} – ${other}`,
  more: (left) => `显示更多（剩余 ${count(left)} 个）`,
  close: '关闭',
  page: (page) => `第 ${count(page)} 页`,
};

export const timeline: typeof english.timeline = {
  label: '时间线',
  loading: '读取日期',
  opening: '打开年份',
  sources: '日期来自声明、正文中用文字或数字写出的确定日期，以及文档中属于日期的字段。一段时期列在其起始年份下。',
  none: '这里没有确定的日期。',
  noneHere: '通过筛选的内容没有确定的日期。',
  bring: '“使用模型建立索引”并打开“声明”选项，可以读出带日期的声明。',
  years: (years) => `${count(years)} 个年份`,
  counts: (claims, passages, fields) =>
    [
      claims > 0 ? `${count(claims)} 条声明` : '',
      passages > 0 ? `正文中 ${count(passages)} 个日期` : '',
      fields > 0 ? `${count(fields)} 个文档` : '',
    ]
      .filter(Boolean)
      .join('，'),
  kinds: { claim: '声明', passage: '正文中的日期', field: '文档字段' },
  field: (name) => `字段“${name}”`,
  more: (left) => `显示更多（剩余 ${count(left)} 个）`,
  document: '文档',
  entity: '实体',
  byDocument: '按文档筛选……',
  byEntity: '按实体筛选……',
  chooseDocument: '显示某个文档的日期',
  chooseEntity: '显示某个实体的日期',
  filter: '筛选',
  without: (kind, title) => `${kind}：${title} ✕`,
  unknown: (name) => `没有名为“${name}”的内容。`,
};
