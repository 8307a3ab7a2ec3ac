import type { allParameters as english } from '../en/all-parameters';

export const allParameters: typeof english = {
  about: 'GraphRAG 3 的全部参数：其默认值、在 Burrow 中的对应项以及当前值。',
  region: (title) => `参数：${title}`,
  standard: '默认值',
  burrow: '在 Burrow 中',
  current: '当前值',
  inPrompts: (title) => `设置 › 提示词：${title}`,
  inStep: (step, title) => `${step}：${title}`,
  inAsk: (group, title) => `提问 › ${group}：${title}`,
  on: '开',
  off: '关',
};
