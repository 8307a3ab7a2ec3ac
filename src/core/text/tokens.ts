import { isSpace } from './sentences';

/**
 * Estimates o200k tokens without the tokenizer. It walks the pieces that o200k first cuts a text into (words with the space
 * before them, digits in threes, punctuation, white space; Han text by common words) and adds what such a piece costs on
 * average. Costs were fitted on English reference articles and Chinese prose; other scripts have one cost per letter.
 */

/** Mean tokens of an English word in lower case, by length in letters. */
const lowerCost = [0, 1, 1, 1, 1.01, 1.01, 1.04, 1.07, 1.08, 1.13, 1.2, 1.22, 1.4, 1.45, 1.7];
/** The same for a word with a capital first letter: many are names. */
const capitalCost = [0, 1, 1, 1.02, 1.15, 1.27, 1.36, 1.49, 1.59, 1.78, 2, 2.2, 2.45, 2.6, 2.8];
const perFurtherLetter = 0.28;
/** Each letter of a word such as `McIver` or `XMLFile`, and each after the third of one all in capitals: most of those are common. */
const perMixedLetter = 0.42;
const perFurtherCapital = 0.1;
const perAccent = 0.75;
const perHan = 0.93;

/** First code unit of ranges of letters with the tokens per code unit up to the next range. */
const ranges: readonly (readonly [from: number, cost: number])[] = [
  [0x250, 0.9],
  [0x370, 0.45],
  [0x400, 0.33],
  [0x530, 0.7],
  [0x590, 0.5],
  [0x600, 0.39],
  [0x700, 1],
  [0x900, 0.44],
  [0x980, 0.5],
  [0xe00, 0.44],
  [0xe80, 0.8],
  [0x10a0, 0.6],
  [0x1100, 1],
  [0x1e00, 0.5],
  [0x2000, 0.9],
  [0x3000, 0.95],
  [0x3040, 0.77],
  [0x3100, 1.2],
  [0x3400, 1.6],
  [0x4e00, perHan],
  [0xa000, 1.2],
  [0xac00, 0.87],
  [0xd7b0, 1.3],
  [0xe000, 1.5],
  [0xff00, 0.95],
];
const costs = new Float32Array(0x10000);
for (const [n, [from, cost]] of ranges.entries()) costs.fill(cost, from, ranges[n + 1]?.[0] ?? 0x10000);

const isLower = (code: number): boolean => code >= 0x61 && code <= 0x7a;
const isUpper = (code: number): boolean => code >= 0x41 && code <= 0x5a;
const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;
const isAccented = (code: number): boolean => code >= 0xc0 && code < 0x250 && code !== 0xd7 && code !== 0xf7;

/** Estimated o200k tokens of a text, a whole number; within about 10 % on English and Chinese prose. Linear, no allocation. */
export function estimateTokens(text: string): number {
  let total = 0;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const from = at;
    if (isLower(code) || isUpper(code) || isAccented(code)) {
      at = wordEnd(text, at);
      total += wordCost(text, from, at);
    } else if (isDigit(code)) {
      while (isDigit(text.charCodeAt(at))) at++;
      total += Math.ceil((at - from) / 3) + (text.charCodeAt(from - 1) === 0x20 ? 1 : 0);
    } else if (isSpace(code)) {
      at = spaceEnd(text, at);
      total += spaceCost(text, from, at);
    } else if (code < 0xc0) {
      at = Math.max(at + 1, punctuationEnd(text, at));
      total += punctuationCost(text, from, at);
    } else {
      const pair = code >= 0x4e00 && code < 0xa000 && isCommonPair(code, text.charCodeAt(at + 1));
      total += pair ? 1 : (costs[code] ?? 1);
      at += pair ? 2 : 1;
    }
  }
  return Math.ceil(total);
}

/** Capitals and then small letters, as o200k splits camelCase. */
function wordEnd(text: string, start: number): number {
  let at = start;
  while (isUpper(text.charCodeAt(at))) at++;
  for (let code = text.charCodeAt(at); isLower(code) || isAccented(code); code = text.charCodeAt(at)) at++;
  return at;
}

function wordCost(text: string, start: number, end: number): number {
  let capitals = 0;
  let accents = 0;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (isUpper(code)) capitals++;
    else if (!isLower(code)) accents++;
  }
  const length = end - start;
  if (capitals === length && capitals > 1) return 1 + Math.max(0, length - 3) * perFurtherCapital;
  if (capitals > 1) return Math.max(1, length * perMixedLetter);
  const byLength = capitals === 1 ? capitalCost : lowerCost;
  const last = byLength.length - 1;
  return (byLength[Math.min(length, last)] ?? 1) + Math.max(0, length - last) * perFurtherLetter + accents * perAccent;
}

function spaceEnd(text: string, start: number): number {
  let at = start;
  while (at < text.length && isSpace(text.charCodeAt(at))) at++;
  return at;
}

/** Line ends join the punctuation before them; the last space joins the word after it; the rest is a piece of its own. */
function spaceCost(text: string, start: number, end: number): number {
  let lineEnd = end;
  while (lineEnd > start && text.charCodeAt(lineEnd - 1) !== 0x0a) lineEnd--;
  const indent = end - lineEnd > 1 || (end > lineEnd && text.charCodeAt(end - 1) !== 0x20) ? 1 : 0;
  if (lineEnd === start) return indent;
  const before = text.charCodeAt(start - 1);
  const joins = text.charCodeAt(start) === 0x0a && before > 0x20 && before < 0x7f && !isLetterOrDigit(before);
  return indent + (joins ? 0 : 1);
}

const isLetterOrDigit = (code: number): boolean => isLower(code) || isUpper(code) || isDigit(code);

function punctuationEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === 0x27 && isLower(text.charCodeAt(start + 1))) return start + 1;
  let at = start;
  for (let code = first; at < text.length; code = text.charCodeAt(at)) {
    if (code >= 0xa0 || isDigit(code) || isLower(code) || isUpper(code) || isSpace(code)) break;
    at++;
  }
  return at;
}

/**
 * Runs of one sign are cheap, mixed ones less so; a sign that begins a word (`well-known`, `f(x`) mostly costs little beside it, an
 * apostrophe within a word often nothing.
 */
function punctuationCost(text: string, start: number, end: number): number {
  if (end === start) return 1;
  if (end - start === 1) {
    const sign = text.charCodeAt(start);
    if (sign === APOSTROPHE) return 0.4;
    return sign !== COMMA && text.charCodeAt(start - 1) !== 0x20 && isLetter(text.charCodeAt(end)) ? 0.25 : 1;
  }
  for (let at = start + 1; at < end; at++) {
    if (text.charCodeAt(at) !== text.charCodeAt(start)) return 1 + (end - start - 2) * 0.25;
  }
  return 1 + (end - start) / 24;
}

const APOSTROPHE = 0x27;
/** As in a row of a table, where the word after it is seldom known with it. */
const COMMA = 0x2c;

const isLetter = (code: number): boolean => isLower(code) || isUpper(code) || isAccented(code);

/** Common Chinese words of two characters that o200k holds as one token: what makes prose cheaper than its characters. */
const words = `
怎么 什么 公司 结果 电影 可以 信息 资料 北京 推荐 数据 联系 电话 多少 资源 工作 一个 安全 规律 发布 新闻 没有 方法 预测 作者 如何 我们
相关 内容 不能 中心 使用 文章 评论 更新 以上 表示 发展 世界 问题 企业 电脑 记者 安装 第一 查询 公式 系统 生活 文件 编辑 不了 失败 阅读
责任 返回 所有 设置 不是 有限 可靠 类型 活动 市场 修改 方式 今年 目前 更多 社会 历史 这里 经济 中央 交流 介绍 显示 参考 名称 日期 集团
进行 删除 研究 报道 教育 其中 版本 自己 怎样 太阳 规则 位置 电子 通过 需要 参数 项目 只有 这个 当前 可能 哪里 就是 要求 如果 价格 哪个
银行 是否 建设 今日 政府 支持 消息 支付 的是 今天 城市 公众 发表 增长 因此 投资 方面 输入 获取 其他 了解 真实 选择 此外 知道 第二 方案
系列 详细 文化 关于 专业 关系 意思 状态 认为 重要 错误 学生 左右 真的 所以 无法 上海 社区 全文 取消 完整 搜索 地区 进入 请求 朋友 健康
咨询 组织 上的 销售 全部 动态 已经 以来 会员 交通 基本 通知 程序 幸运 标题 模式 认证 简介 列表 中的 数字 工程 定位 页面 书记 条件 体验
股票 描述 事件 说明 智能 验证 对象 根据 科学 函数 添加 过程 作品 年来 公里 不到 关键 我的 交易 违法 部门 媒体 质量 自动 规定 标准 年的
个月 学习 的一 主要 申请 日电 报告 经验 禁止 改革 行业 法律 控制 最近 公告 政策 执行 机构 因为 包括 还是 年度 未来 保存 本文 影响 早餐
最后 这样 环境 团队 创建 声明 作为 故事 领导 会议 字符 利用 身份 参加 欢迎 政治 功能 旅游 稳定 直接 喜欢 近日 工具 应用 金额 结束 标签
哪些 先生 全面 一次 医院 那么 主题 全球 非常 有效 设备 希望 属于 能力 第三 截至 另外 但是 任何 广告 金融 制度 关闭 连接 经典 到了 学校
业务 经营 指出 任务 然而 上午 目标 全天 来自 之后 不过 去年 很多 主义 负责 不可 实施 当然 次数 统一 资金 获得 培训 发生 入口 还有 收藏
老师 坚持 里面 保护 基础 都是 超过 解决 运营 委员 能源 异常 文字 数量 意见 例如 地方 最多 继续 接口 出来 酒店 范围 保险 调查 内部 增加
才能 一直 办公 生命 一步 一路 必须 原因 测试 加强 不同 为空 比如 以及 一般 起来 发送 特别 出版 主任 东方 联盟 基地 来说 这些 保障 字段
格式 材料 推进 加入 两个 重点 行为 宣传 访问 取得 医疗 普通 摘要 不会 他们 推广 值得 维护 具体 确定 或者 知识 学院 参与 领域 期间 排列
回答 行动 孩子 风险 默认 食品 思想 机关 自治 审核 那个 结构 算法 有关 实际 作用 一定 艺术 附件 帮助 落实 一起 辅助 立即 如此 上一 按照
十二 建立 配置 收入 之间 数组 达到 世纪 空间 推动 建议 办法 十一 机器 周期 战略 晚上 不要 讨论 一天 持续 制造 评价 基金 区域 事实 调整
具有 需求 核心 措施 对于 速度 正式 里的 姓名 移动 检查 老板 方向 运行 目的 植物 行政 重新 教学 每日 群众 积极 第四 职业 体系 名字 答案
指定 判断 面积 那里 正确 这一 一样 主席 音乐 生态 过去 证券 监督 路径 课程 运动 输出 最佳 青年 严重 接受 商业 星期 也是 语言 之前 规模
新的 方便 允许 找到 教师 制作 每天 这种 随着 共同 展示 民族 不得 事业 价值 定义 公共 形式 考试 卫生 节目 指导 贸易 建筑 正常 手续 工业
首先 告诉 死亡 节点 供应 最终 检测 一些 不断 明确 对此 分析 举行 决定 经过 努力 自然 确认 进口 使命 年龄 旅行 其实 比较 比例 农村 强调
保持 名前 应该 然后 季度 就业 不错 地点 动力 之一 保证 效果 元素 得到 长期 解释 你的 唯一 虽然 甚至 促进 医生 流程 几个 准备 原则 深入
创业 完善 指数 必要 当天 限制 自由 半年 减少 案例 意味 调用 妈妈 财政 力量 儿童 不上 今晚 按钮 完全 传统 停止 资本 利益 预算 否则 污染
拥有 都会 的话 针对 如今 随后 以内 这么 军事 集中 设施 文明 意识 实力 通常 连续 以前 共享 信用 导致 阶段 到底 背景 农业 当地 利润 这是
身体 都市 公布 长度 姑娘 其它 治疗 职位 一句 受到 实践 年轻 漂亮 居民 变化 天地 安排 几年 类别 各种 案件 传播 伙伴 指标 签到 交换 纪律
年底 法院 之外 通信 那些 章节 类似 岗位 觉得 文学 意义 引用 外交 施工 一点 文本 经历 准确 而言 飞机 事故 更加 为了 便利 航空 战争 很好
工资 严格 最低 幸福 英文 过滤 确保 发挥 包含 除了 重量 模拟 填写 马上 感谢 优化 丰富 增强 动物 智慧 期限 特点 期待 青春 特殊 一年 涉及
昨天 等级 动作 出了 出口 东西 做到 采取 教授 对应 认真 医学 效率 用于 论文 住宅 创造 机械 出生 教材 距离 部长 运输 突破 明显 机会 付款
覆盖 等待 其次 真正 为何 解除 不用 降低 春节 尺寸 制定 少年 加工 回应 复杂 年份 首次 转换 劳动 天空 宣布 是不 以后 满足 患者 压力 固定
透明 优秀 住房 采用 天气 承担 职责 读取 由于 不像 此次 土地 所得 整体 感觉 附近 重复 直到 无需 面对 他说 突然 只能 终于 上述 一致 依据
改善 变量 革命 有所 额度 后来 于是 只是 批准 实验 给予 男子 疾病 不足 相信 策略 挑战 组件 凌晨 所谓 秘密 渠道 危险 贡献 证明 困难 恢复
整个 步骤 区别 想到 改变 深化 总结 寻找 模型 不少 放心 司法 考虑 协调 道路 森林 因素 空气 训练 再次 出去 至少 探索 梦想 培养 说道 几十
声音 律师 铁路 释放 认可 攻击 除此 中文 让我 收到 多数 一种 不仅 爸爸 容量 突出 主体 丈夫 装备 总体 认识 互动`;

const pairOf = (first: number, second: number): number => (first - 0x4e00) * 0x5300 + (second - 0x4e00);

const pairs: ReadonlySet<number> = new Set(
  words
    .trim()
    .split(/\s+/)
    .map((word) => pairOf(word.charCodeAt(0), word.charCodeAt(1))),
);

/** True when the two UTF-16 code units are a common Chinese word. */
function isCommonPair(first: number, second: number): boolean {
  return pairs.has(pairOf(first, second));
}
