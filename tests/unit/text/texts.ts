/** Our own short texts in many scripts and genres, for tests of everything that reads text. */
export const texts = {
  englishStory: `The ferry left Port Ellery a little after six, when the fog was still lying in the harbour like wool. Dr. Ines Calloway stood at the rail with her collar turned up and counted the lamps along the breakwater: eleven, where there had been twelve. “One of them is out again,” she said to nobody. Old Matthias Brandt, who had kept the light on Gull Island for thirty-one years, laughed without looking round. “It is always the same one,” he answered. “They send a man from the Harbour Board, he writes something in his book, and he goes home for lunch.” She liked him at once.

By noon the wind had gone round to the west. The two of them carried her instruments up the path, past the ruined chapel and the walled garden where Brandt's sister had once grown potatoes the size of fists. Calloway had come to measure the salt in the wells. She had been told that it would take a week; it took her most of the year, and it cost the town more than anyone had expected.`,
  englishNews: `ELLERY – The Ellery Town Council voted 9–4 on Tuesday to close three of the island's five public wells after a report by the Coastal Water Institute found chloride levels above 250 mg per litre. Council leader Prof. J. R. Okonkwo called the measure "temporary, costly and necessary". The closure affects about 1,450 households and will cost an estimated $2.3 million over two years, according to figures published on 14 March 2019. Opponents, among them Harbour Board chair Lucia Ferrante, said that the council had acted before the second round of samples was analysed. "We were promised evidence, e.g. the autumn readings, and we got a press release," she told reporters outside St. Brendan's Hall. A public hearing is planned for next month in the old customs house on Quay Street.`,
  englishTechnical: `# Sampling protocol

The probe reports conductivity every 15 seconds over a serial line. Each record holds a time stamp, the raw value in microsiemens per centimetre and a checksum; records whose checksum does not match are dropped and counted.

- Rinse the cell with deionised water before every series.
- Calibrate against the 1413 µS/cm standard at 25 °C.
- Repeat a measurement when two readings differ by more than 2 %.

| Well | Depth (m) | Chloride (mg/l) |
| --- | --- | --- |
| North | 18.5 | 112 |
| Chapel | 22.0 | 287 |

To convert a reading, multiply it by the cell constant (0.98 ± 0.01) and apply the temperature correction f(T) = 1 / (1 + 0.0191 × (T − 25)). The conversion is implemented in \`convertReading()\`, see https://example.org/probe/manual.`,
  chineseStory: `清晨六点，渡船离开了鹭港。雾还没有散，海面上白茫茫的一片。林晓云站在船头，数着防波堤上的灯：一共十一盏，昨天还是十二盏。“又坏了一盏。”她自言自语地说。看守灯塔三十年的老陈头笑了起来：“坏的总是同一盏。港务局派人来看，在本子上写几笔，就回去吃午饭了。”林晓云一下子就喜欢上了这个老人。

到了中午，风向转成了西风。两个人抬着仪器沿着小路往山上走，经过倒塌的教堂，又经过一座有围墙的菜园。老陈头的妹妹从前在那里种过土豆，每一个都有拳头那么大。林晓云是来测量井水含盐量的。人家告诉她只要一个星期，可是她在岛上待了大半年，镇上为此付出的代价也远远超出了所有人的预料。`,
  chineseTechnical: `知识图谱是一种用图结构表示知识的方法。图中的节点表示实体，边表示实体之间的关系。构建知识图谱通常分为三个步骤：首先从文本中抽取实体和关系，然后对指称同一对象的实体进行合并，最后把结果存入图数据库。近年来，大语言模型使抽取的质量有了明显提高，但是计算成本也随之增加。因此，在普通的个人电脑上，人们往往先用统计方法建立一个粗略的知识图谱，再用大语言模型逐步补充细节。社群发现算法把知识图谱划分成若干社群，每个社群对应一个主题；系统为每个社群生成一份社群报告，回答全局性的问题时就以社群报告为依据。`,
  chineseNews: `【本报鹭港3月14日电】鹭港镇议会星期二以9票赞成、4票反对通过决议，决定关闭岛上五口公共水井中的三口。此前，海岸水资源研究所发布的报告显示，井水中的氯化物含量超过每升250毫克。镇长王建国表示，这一措施“是暂时的，代价很大，但是必要的”。据估计，约有1450户居民受到影响，两年内的费用将达到230万元。港务局局长李秀兰认为，第二批水样的检测结果尚未公布，议会的决定过于仓促。下个月，镇议会将在码头街的旧海关大楼举行听证会。`,
  japanese: `渡し船が鷺港を出たのは朝の六時を少し過ぎたころだった。霧はまだ晴れず、海は白い布のように静かだった。山田先生は手すりにもたれて、防波堤の灯りを数えた。十一個。昨日は十二個あったはずだ。「また一つ切れていますね」と先生が言うと、灯台守の佐々木さんは笑った。「いつも同じ灯りですよ。港湾局の人が来て、手帳に何か書いて、昼飯を食べに帰るんです。」山田先生は井戸水の塩分を調べるために鷺島へ来た。一週間で終わると言われていたが、調査には一年近くかかった。`,
  korean: `나룻배는 아침 여섯 시가 조금 지나 해오름항을 떠났다. 안개는 아직 걷히지 않았고 바다는 하얀 천처럼 고요했다. 김서연 박사는 난간에 기대어 방파제의 등불을 세었다. 열한 개였다. 어제는 열두 개였다. 등대지기 박 노인은 웃으며 말했다. “늘 같은 등이 꺼지지요. 항만청에서 사람이 와서 수첩에 뭔가 적고 점심을 먹으러 돌아갑니다.”`,
  german: `Die Fähre verließ Möwenhafen kurz nach sechs, als der Nebel noch wie Wolle über dem Wasser lag. Dr. Helene Brandt stand an der Reling und zählte die Lampen auf der Mole: elf, wo am 3. Mai noch zwölf gebrannt hatten. »Schon wieder eine kaputt«, sagte sie. Der alte Leuchtturmwärter lachte. Die Hafenbehörde schicke jedes Mal jemanden, z. B. einen Lehrling, der etwas in sein Heft schreibe und dann zum Mittagessen gehe. Helene Brandt war gekommen, um den Salzgehalt der Brunnen zu messen. Das Küsteninstitut hatte ihr dafür eine Woche gegeben. Die Messungen der Brunnen dauerten fast ein Jahr, und die Hafenbehörde musste am Ende mehr bezahlen, als irgendjemand erwartet hatte.`,
  french: `Le bac quitta Port-aux-Mouettes un peu après six heures, alors que la brume couvrait encore le bassin. Mme Élodie Garnier comptait les lampes de la jetée : onze, là où il y en avait douze la veille. « Il y en a encore une d'éteinte », dit-elle. Le vieux gardien du phare se mit à rire. L'Office du port envoyait chaque fois quelqu'un qui notait quelques mots dans son carnet et rentrait déjeuner.`,
  spanish: `El transbordador salió de Puerto Gaviota poco después de las seis, cuando la niebla todavía cubría la dársena. La doctora Inés Calderón contaba las lámparas del muelle: once, donde la víspera había doce. «Otra vez se ha apagado una», dijo. El viejo farero se echó a reír. ¿Por qué siempre la misma? Nadie en la Junta del Puerto supo contestar a esa pregunta.`,
  russian: `Паром вышел из Чайкиной Гавани в начале седьмого, когда туман ещё лежал над водой. Доктор Елена Соколова стояла у борта и считала фонари на молу: одиннадцать, хотя вчера их было двенадцать. «Опять один не горит», — сказала она. Старый смотритель маяка засмеялся. Портовое управление каждый раз присылало человека, который что-то записывал в тетрадь, т. е. делал вид, что работает, и уходил обедать. Елена Соколова приехала, чтобы измерить содержание соли в колодцах. Вчера Елена Соколова написала письмо в Москву.`,
  arabic: `غادرت العبّارة ميناء النورس بعد السادسة صباحا بقليل، وكان الضباب ما زال يغطي الماء. وقفت الدكتورة ليلى منصور عند السياج وعدّت مصابيح الرصيف، فكانت أحد عشر مصباحا. لماذا ينطفئ المصباح نفسه دائما؟ ضحك حارس المنارة العجوز ولم يجب. جاءت ليلى منصور لقياس ملوحة الآبار في الجزيرة.`,
  hindi: `नाव सुबह छह बजे के थोड़ी देर बाद बगुला घाट से निकली। कोहरा अभी छँटा नहीं था और पानी पर सफ़ेद चादर की तरह फैला हुआ था। डॉक्टर मीरा जोशी ने रेलिंग के पास खड़े होकर घाट की बत्तियाँ गिनीं। वे ग्यारह थीं, जबकि कल बारह थीं। क्या हर बार एक ही बत्ती बुझती है? बूढ़ा रखवाला हँस पड़ा।`,
  thai: `เรือข้ามฟากออกจากท่านกนางนวลหลังหกโมงเช้าเล็กน้อย หมอกยังไม่จางและทะเลเงียบสงบเหมือนผ้าขาว หมอสุดายืนอยู่ข้างราวเรือและนับดวงไฟบนเขื่อนกันคลื่น มีทั้งหมดสิบเอ็ดดวง เมื่อวานยังมีสิบสองดวงอยู่เลย คนเฝ้าประภาคารหัวเราะแล้วบอกว่าดวงที่ดับเป็นดวงเดิมเสมอ การท่าเรือส่งคนมาดูทุกครั้ง เขียนอะไรบางอย่างลงในสมุด แล้วก็กลับไปกินข้าวกลางวัน`,
} as const;

/** Texts that want to break something. */
export const hostileTexts: Readonly<Record<string, string>> = {
  empty: '',
  spaces: ' \n\t \n ',
  emoji: '👩‍👩‍👧‍👦 at sea 🌊🌊. 𠮷野 👍🏽!',
  lineBreaks: 'one\r\ntwo\r\n\r\nthree\n\n\n',
  points: '. . . . ... ... !!! ???',
  special: 'before <|endoftext|> after. \u0000 control \ufffd.',
  combining: `e${'\u0301'.repeat(3000)} end.`,
};
