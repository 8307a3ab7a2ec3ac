const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
const none: ReadonlySet<string> = new Set();

/** Words that are no term and end a term, for languages whose terms are found by counting. */
const lists: Readonly<Record<string, ReadonlySet<string>>> = {
  zh: setOf(`
的 了 在 是 我 有 和 就 不 人 都 一 一个 上 也 很 到 说 要 去 你 会 着 没有 看 好 自己 这 那 他 她 它 们 我们 你们 他们 她们 它们 这个 那个 这些 那些
这里 那里 这样 那样 什么 怎么 如何 为什么 哪 哪个 哪些 谁 多少 几 两 二 三 四 五 六 七 八 九 十 百 千 万 亿 第 个 只 把 被 让 给 对 对于 关于 由 由于 从
向 往 以 以及 以后 以前 之后 之前 之间 及 与 或 或者 而 而且 但 但是 可是 不过 然而 虽然 因为 所以 因此 如果 那么 则 即 即使 并 并且 又 再 还 还是 才 已
已经 曾 曾经 将 正在 正 可以 可能 能 能够 应该 应当 必须 需要 想 想要 使 使得 用 使用 通过 进行 表示 认为 成为 作为 作 做 为 为了 出 出来 起来 下来 下去
中 其中 里 里面 外 内 前 后 上面 下面 左 右 时 时候 时间 年 月 日 天 星期 每 每个 每年 各 各种 某 某些 所 所有 全 全部 部分 一些 一样 一种 一般 一直 一定
十分 非常 更 更加 最 最后 首先 然后 于是 同时 同样 当 当时 现在 今天 昨天 明天 今年 去年 来 来自 过 过去 等 等等 其 其他 其它 另 另外 此 此外 此前 例如
比如 包括 具有 存在 开始 结束 得 地 吗 呢 吧 啊 呀 嘛 之 于 至 起 多 少 大 小 新 旧 高 低 长 短 只有 只要 只是 就是 不是 不能 不会 没 无 非 未 请 遍历
计算 出现 发生 得到 根据 按照 分别 主要 问题 情况 方面 方式 方法 过程 结果 作用 内容 工作 东西 事情 地方 别人 人们 大家 起 次 回 位 名 条 张 件 座 间 所以
远远 超出 预料 茫茫 一片 一下 一下子 自言自语 告诉 回去 到了 知道 觉得 看到 听到 看见`),
  ja: setOf(`
事 物 者 時 中 上 下 前 後 間 方 人 今 年 月 日 私 彼 彼女 僕 君 何 誰 一 二 三 四 五 六 七 八 九 十 百 千 万 一つ 二つ 三つ 今日 昨日 明日 今年 去年 場合 必要
可能 以上 以下 以前 以後 以外 自分 全部 一部 部分 問題 結果 方法 内容 最初 最後 同時 現在 当時 本当 普通 特別 多く 少し 近く 遠く 次 他 各 毎 全 約 個 回 度 分 秒 目 的`),
  th: setOf(
    'ที่ และ ของ ใน เป็น การ ได้ มี ไม่ ว่า จะ ให้ กับ แล้ว จาก มา ไป ก็ คือ อยู่ แต่ หรือ เมื่อ นี้ นั้น โดย เพื่อ ถึง ความ อย่าง ซึ่ง เขา เธอ เรา ฉัน ผม คน วัน ปี ต้อง ยัง กัน ทุก อะไร บางอย่าง เหมือน เลย เสมอ บอก หลัง',
  ),
  ar: setOf(
    'في من على إلى عن مع هذا هذه ذلك تلك التي الذي الذين كان كانت كانوا يكون لم لن لا ما هو هي هم أن إن أو ثم قد كل بعد قبل عند بين حتى لكن كما لماذا منذ غير أي بعض فقط أيضا وكان فكان بقليل دائما زال ما يزال',
  ),
  fa: setOf('در از به که این آن را با است برای بود تا هم یک بر خود شد نیز یا اما اگر های می شده کرد کند دارد باشد هر'),
  he: setOf('של את על לא הוא היא זה זאת עם כי אם או גם כל יש אין היה היתה היו אבל רק כך מה מי אל בין עד אחרי לפני'),
  hi: setOf(
    'के का की में से को और है हैं था थी थे पर ने यह वह वे ये एक कि जो तो ही भी नहीं हो कर लिए अपने इस उस कुछ साथ बाद तक या जब तब अब क्या कल आज हर किया गया गई रहा रही रहे हुआ हुई पास अभी जबकि तरह',
  ),
  de: setOf(
    'januar februar märz april mai juni juli august september oktober november dezember montag dienstag mittwoch donnerstag freitag samstag sonntag mal male ende anfang jahr jahre jahren jahres woche wochen monat monate tag tage tagen zeit teil teile seite art weise fall beispiel stunde stunden minute minuten morgen abend mittag nacht heute sie ihr ihre ihnen ihrem ihren',
  ),
  es: setOf(
    'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre lunes martes miércoles jueves viernes sábado domingo',
  ),
  fr: setOf(
    'janvier février mars avril mai juin juillet août septembre octobre novembre décembre lundi mardi mercredi jeudi vendredi samedi dimanche',
  ),
  ru: setOf(
    'я мы вы он она оно они это этот эта эти тот та те в на и но а не что как когда где кто если для по за от до из у к с о об при через вчера сегодня завтра также однако',
  ),
  ko: setOf(
    '그 이 저 것 수 등 및 또는 그리고 그러나 하지만 있다 없다 있는 없는 하는 한다 했다 위해 대한 통해 때문 모든 다른 우리 나는 그는 그녀 늘 같은 아직 조금 매우 아주 어제 오늘 내일 무엇 무언가 뭔가 않았고 지나',
  ),
};

/** The stop list of a language; empty when there is none. */
export function stopListOf(language: string): ReadonlySet<string> {
  return lists[language] ?? none;
}
