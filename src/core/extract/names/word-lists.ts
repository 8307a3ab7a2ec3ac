const setOf = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).filter((word) => word !== ''));

/** English adjectives that do not describe what they are before. */
export const genericAdjectives = setOf(`
able additional alternative another available average bad best better big brief certain clear close common complete considerable
current different difficult direct early earlier easy enough entire equal essential exact extra famous few final first following former
free full further general good great greatest half high higher highest huge important individual initial key known large larger largest
last late later latest least less likely little long longer low lower main major many minor modern more most multiple much near necessary
new next normal notable numerous obvious old older oldest only open original other overall own particular past possible potential present
previous primary proper rare real recent relative relevant right same second several separate serious short significant similar simple
single small smaller so-called special specific strong sub such sufficient sure third top total true typical unable upper useful usual
various very well-known whole wide wrong young younger youngest`);

/** English nouns too general to be an entity on their own or as the last word of a phrase of two. */
export const genericNouns = setOf(`
amount anything area aspect attempt bit case chance change choice class course day days deal degree detail effect effort end event example
everything extent fact form front group half hand hour idea instance issue item kind level line list look lot manner matter means member
minute moment month morning name need night none nothing number one ones order page pair part people percent period person piece place
point position problem process purpose question range rate reason rest result role row section sense series set side situation size sort
something stage step story subject sum table term thing things time times today tomorrow top total turn type use value variety view way
ways week while word words work year years yesterday afternoon evening noon weeks months hours minutes man woman men women boy girl mr mrs
back bottom beginning middle start kinds parts reasons examples cases figure chapter note others lunch
metre metres meter meters centimetre centimetres millimetre millimetres kilometre kilometres foot feet inch inches yard yards mile miles acre
acres hectare hectares litre litres liter liters gallon gallons pint pints pound pounds ounce ounces ton tons tonne tonnes gram grams kilogram
kilograms dollar dollars euro euros cent cents shilling shillings pence penny degrees volt volts watt watts dozen dozens half-hour fortnight`);

/** Months and days of the English calendar: dates are no entities. */
export const calendarWords = setOf(`
january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday
sunday jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat
christmas easter whitsun michaelmas`);

/** Words in small letters inside a name. */
export const nameConnectors = setOf(
  "of de la le du des del della der den dem di da dos von van zu zum ten ter al el bin bint ibn ben y d’ d'",
);

/** Titles that are not part of the name that follows them. */
export const honorifics = setOf(
  'mr mrs messrs ms miss dr prof professor sir madam rev hon herr frau fräulein m mme mlle monsieur madame señor señora sig signor dhr mevr доктор д-р',
);

/** Ranks and trades before the name of a person. */
export const personTitles = setOf(`
captain admiral general colonel major lieutenant sergeant king queen prince princess duke duchess count countess lord lady baron emperor
president minister chancellor mayor senator governor judge bishop archbishop pope father brother sister saint aunt uncle doctor nurse
engineer alderman justice constable superintendent inspector detective officer councillor keeper harbourmaster poet painter composer architect actor actress director author don doña`);

/** Titles that are also in names of places and things: `Lady Well`, `King Street`, `General Hospital`. */
export const doubtfulTitles = setOf(
  'general major king queen prince princess duke count lord lady baron president bishop father brother sister saint keeper judge justice poet',
);

/** Particles of names of people alone. */
export const personParticles = setOf('von van zu ten ter bin bint ibn ben');

/** Small words of a language that show the kind of a name after them. */
export interface SmallWords {
  /** People have none before their names. */
  readonly articles: ReadonlySet<string>;
  /** Before names of places far more often than before others. */
  readonly placePrepositions: ReadonlySet<string>;
  /** Particles of names that are ordinary words between nouns. */
  readonly nounLinks: ReadonlySet<string>;
  readonly personParticles: ReadonlySet<string>;
}

const smallWords: Readonly<Record<string, readonly [articles: string, placePrepositions: string, nounLinks?: string]>> =
  {
    de: ['der die das den dem des ein eine einen einem einer eines', 'in nach aus', 'von zu zum'],
    fr: ["le la les l’ l' un une au aux du des", 'à en vers'],
    es: ['el la los las un una al del', 'en desde hacia'],
    it: ["il lo la i gli le l’ l' un uno una del della nel nella", 'a in'],
    pt: ['o a os as um uma do da no na', 'em'],
    nl: ['het een', 'in te naar uit'],
  };

/** Small words of a language; empty for many. */
export function smallWordsOf(language: string): SmallWords {
  const [articles, placePrepositions, nounLinks = ''] = smallWords[language] ?? ['', ''];
  return {
    articles: setOf(articles),
    placePrepositions: setOf(placePrepositions),
    nounLinks: setOf(nounLinks),
    personParticles,
  };
}

/** Verbs that people do, right after their name. */
export const personVerbs = setOf(`
said says asked answered replied told wrote writes laughed smiled thought believed remembered recalled explained argued insisted admitted
married died born lived studied taught spoke whispered shouted nodded felt knew knows wanted wondered sat stood walked looked joined
resigned retired promised claimed complained declared noted noticed testified composed painted`);

/** Common given names of many countries. A name of several words that starts with one is a person's. */
export const givenNames = setOf(`
Aaron Abdul Abigail Adam Adrian Agnes Ahmed Aisha Alan Albert Alejandro Alex Alexander Alexandra Alfred Ali Alice Alina Amanda Amelia Amina Amy Ana Anders Andrea
Andreas Andrew Andrey Angela Anita Ann Anna Anne Anthony Anton Antonio Arthur Astrid August Barbara Beatrice Ben Benjamin Bernard Bertha Boris Brian
Bruno Carl Carla Carlos Carmen Caroline Catherine Cecilia Chandra Charles Charlotte Chen Chiara Christian Christina Christine Christopher Clara Claire Claude
Colin Conrad Daniel Daniela David Deborah Dennis Diana Diego Dmitri Dominic Donald Dora Dorothy Edgar Edith Edmund Eduardo Edward Eleanor Elena Eliza
Elizabeth Ella Ellen Elsa Emil Emily Emma Eric Erik Ernest Esther Eva Eve Evelyn Fatima Felix Fernando Fiona Florence Frances Francesca Francesco Francis Frank
Franz Fred Frederick Friedrich Gabriel Gabriela George Georg Gerald Gerard Gertrude Giovanni Giulia Gordon Grace Graham Greta Gregory Guillermo Gustav Hannah Hans
Harold Harriet Harry Hassan Heinrich Helen Helena Helene Henri Henry Herbert Herman Hilda Hiroshi Howard Hugh Hugo Ian Ibrahim Ida Igor Ines Ingrid Irene Iris
Isaac Isabel Isabella Ivan Jack Jacob Jacques James Jan Jane Janet Jean Jennifer Jeremy Joan Joanna Johann Johannes John Jonas Jonathan Jorge Josef Joseph
Josephine Juan Judith Julia Julian Juliet Julius Karen Karin Karl Kate Katherine Keiko Kenji Kenneth Kevin Klaus Kofi Kurt Lars Laura Laurence Lena Leo Leon
Leonard Leonardo Lewis Liam Lidia Lily Linda Lisa Louisa Louise Lucas Lucia Lucy Ludwig Luigi Luis Luke Lydia Magnus Manuel Marco Marcus Margaret Maria Marie Mario
Mark Marta Martha Martin Mary Matthew Matthias Maurice Max Maya Mehmet Michael Michel Miguel Mikhail Miriam Mohamed Mohammed Monica Nadia Nancy Naomi Natalia Nathan
Neil Nicholas Nicolas Nikolai Nina Nora Norman Olga Oliver Olivia Omar Oscar Otto Pablo Patricia Patrick Paul Paula Pauline Pedro Peter Philip Philippe Pierre
Priya Rachel Rafael Ralph Raymond Rebecca Richard Robert Roberto Roger Roland Ronald Rosa Rose Rosemary Ruth Samuel Sandra Sara Sarah Sergei Sharon Silvia Simon
Sofia Sonia Sophia Sophie Stefan Stella Stephen Steven Stuart Susan Susanna Svetlana Sylvia Tanya Tatiana Teresa Theodor Theodore Theresa Thomas Timothy Tobias
Tom Ursula Valentina Vera Veronica Victor Victoria Vincent Viola Virginia Vladimir Walter Wei Werner Wilhelm William Winifred Yan Yasmin Yuki Yusuf Zoe
Ada Alastair Alec Alfie Alison Allan Alma Amos Andre Angus Annabel Annie Archibald Archie Arnold Ashley Aubrey Audrey Austin Basil Bella Benedict Bernice Bertram
Beryl Bess Bethany Betty Beverley Billy Bob Brenda Brendan Bridget Bruce Calvin Cameron Camilla Carol Carrie Cassandra Cecil Cecilia Cedric Chloe
Christabel Christy Clarence Clarissa Clement Clifford Clive Constance Cora Cornelius Craig Curtis Cynthia Cyril Daisy Damian Darren Dave Derek Desmond Dick Donna
Doreen Doris Douglas Duncan Dylan Edith Edna Edwin Elaine Eli Elias Elliot Elsie Emmeline Enid Enoch Ethel Eugene Evan Ezra Fergus Flora Freda Frieda Gareth Gavin Gemma
Geoffrey Georgina Gilbert Giles Gina Gladys Glen Gloria Godfrey Gwen Gwendolyn Hamish Hector Hester Hilary Horace Hubert Imogen Irma Isabelle Isla
Jake Jamie Janice Jasmine Jason Jasper Jemima Jenny Jeremiah Jerome Jesse Jessica Jill Jim Jimmy Joe Joel Joshua Josiah Joyce Julie Justin Kathleen Katie
Keith Kelly Kirsten Kitty Lawrence Leah Leila Leslie Lilian Lionel Lloyd Lois Lorna Lorraine Lottie Lucinda Lynn Mabel Madeleine Maggie Malcolm Mandy Marcel Margery
Marian Marianne Marina Marion Marjorie Marlene Martina Matilda Maud Maureen Mavis Melanie Melissa Mervyn Mick Mildred Milly Minnie Moira Mona Morag
Morris Moses Muriel Myra Nathaniel Ned Nell Nellie Neville Nigel Noah Noel Norma Oswald Owen Pamela Peggy Penelope Percival
Percy Perry Petra Phil Philippa Phoebe Phyllis Polly Priscilla Quentin Raj Randolph Reginald Rhoda Rita Rob Robin Rodney Ron Ronald Rosalind Rosie Roy Rufus
Rupert Russell Sadie Sally Sam Saul Scott Sean Sebastian Selina Seth Shaun Sheila Shirley Sidney Silas Simone Stanley Steve Stewart Sue Suzanne Sybil Ted Terence
Terry Tessa Thea Thelma Tim Timothy Tina Toby Todd Tony Tracy Trevor Una Valerie Vanessa Vernon Violet Vivian Wallace Wanda Warren Wendy Wesley Wilfred 
Winston Yvonne Zachary Zara`);

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
