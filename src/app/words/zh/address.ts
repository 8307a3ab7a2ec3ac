import type { address as english } from '../en/address';
import { count } from '../numbers';

export const address: typeof english = {
  title: '从地址打开',
  about:
    '从网络主机打开已发布的索引、保存的副本或 GraphRAG 表的文件夹。不会向该处写入任何内容。您的问题和对话保留在此浏览器中。',
  label: '地址',
  hint: '完整的地址，或本站上的路径。文件夹以斜杠结尾。',
  look: '查看',
  looking: (seconds: number) => `正在查看，最多 ${count(seconds)} 秒…`,
  open: '打开',
  opening: '正在打开文档集',
  allow: (host) => `允许 ${host}`,
  consent: {
    title: (host) => `从 ${host} 读取文件？`,
    asked: (host) => `尚未向 ${host} 发出任何请求。`,
    reveals:
      '如果您允许，该主机会知道您的网络地址，以及读取了哪些文件的哪些部分：先是概览，然后是每个问题所需的部分。它不会得到您的问题、回答或文档，但可以从所读的部分猜测问题的主题。',
    withdraw: '每个请求都计入“设置”的“隐私”中。您可以在那里撤回许可。',
    plain: '连接未加密：同一网络中的任何人都可以看到内容。',
  },
  found: {
    index: (name, documents, size) =>
      `“${name}”：${count(documents)} 个文档，共 ${size}。每个问题只获取其中一部分。已获取的内容可离线使用。`,
    copy: (size) => `一个 ${size} 的文件。将获取其全部内容，并成为一个独立的文档集。`,
    copyUnknown: '一个文件。将获取其全部内容，并成为一个独立的文档集；主机没有说明它的大小。',
    tables: (size) => `${size} 的 GraphRAG 表。将全部获取，并成为一个独立的文档集。`,
    tablesUnknown: 'GraphRAG 表。将全部获取，并成为一个独立的文档集；主机没有说明它们的大小。',
    again: '以前从此处打开过的内容，会按其在此浏览器中的样子再次打开。',
  },
  fetched: (size) => `已获取 ${size}`,
  fetchedOf: (size, total) => `已获取 ${size}，共 ${total}`,
  stopped: '已停止。',
  stoppedOpening: '已停止。未添加任何内容。',
  start: {
    holds: (documents: number, size: string, host: string) =>
      `${host} 上有 ${count(documents)} 个文档，共 ${size}。这里还没有其中任何一个。`,
    ask: '请提出一个问题：它会获取所需的部分，并保留在这里。之后“探索”会显示已获取的内容。',
  },
  banner: {
    label: '托管的索引',
    state: (host, here, documents, fetched, size) =>
      `来自 ${host}：${count(documents)} 个文档中有 ${count(here)} 个在本地，已获取 ${fetched}，共 ${size}。`,
    about:
      '每个问题只获取所需的部分。已在本地的内容可离线使用。该索引只读：不能添加、删除文档或建立索引。您的问题和对话保留在此浏览器中。',
    closed: (host) => `不再获取任何内容：您尚未允许 ${host}，或封闭模式已开启。`,
    allow: '允许…',
    readOnly: '此索引从其主机读取，只能阅读。',
    notAdded: '未添加任何内容：此索引从其主机读取，只能阅读。请在“文档集选项”中新建自己的文档集，再把文档添加到那里。',
    copied: '此索引的链接已复制。',
    link: (link) => `浏览器不允许复制。链接为 ${link}`,
  },
  privacy: {
    title: '从中读取文件的主机',
    about:
      '您允许了这些主机。它们会知道您的网络地址，以及读取了其文件的哪些部分，但绝不会得到您的问题、回答或文档。主机可以从所读的部分猜测问题的主题。',
    sealed: '封闭模式已开启，因此不会向其中任何一个发出请求。',
    purpose: '您打开的索引的部分文件',
    withdraw: '撤回',
    withdrawOne: (host) => `撤回对 ${host} 的许可`,
    withdrawing: '正在撤回许可',
  },
  outside: {
    label: '离开本机的内容',
    sendsHint: (hosts) => `您已允许 Burrow 将文档段落发送到 ${hosts}。可在“设置”中查看已发送的内容并撤回许可。`,
    sends: (hosts) => `段落可能会发送到 ${hosts}`,
    readsHint: (hosts) => `打开本页以来，曾向 ${hosts} 请求部分文件。未发送任何问题或文档。可在“设置”中查看每个请求。`,
    reads: (hosts) => `从 ${hosts} 读取文件`,
  },
};
