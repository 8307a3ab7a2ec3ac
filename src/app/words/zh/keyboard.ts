import type { Words } from '../en';

export const keyboard: Words['keyboard'] = {
  title: '键盘快捷键',
  close: '关闭',
  resizeLibrary: '文档库宽度',
  resizeEvidence: '证据栏宽度',
  groups: [
    {
      title: '任意位置',
      keys: [
        { press: ['/'], does: '查找名称和原文' },
        { press: ['Ctrl', 'K'], does: '同上，输入文字时也可用' },
        { press: ['?'], does: '显示快捷键' },
        { press: ['Esc'], does: '关闭，或返回答案' },
      ],
    },
    {
      title: '提问',
      keys: [
        { press: ['Enter'], does: '提问' },
        { press: ['Shift', 'Enter'], does: '换行' },
        { press: ['J'], does: '下一条证据段落' },
        { press: ['K'], does: '上一条段落' },
        { press: ['Enter'], does: '在文档中打开该段落' },
      ],
    },
    {
      title: '列表、树和面板',
      keys: [
        { press: ['↑', '↓'], does: '逐行移动' },
        { press: ['←', '→'], does: '折叠或展开主题；在边缘处调整面板宽度' },
        { press: ['Home', 'End'], does: '跳到首行或末行' },
      ],
    },
  ],
};
