/** Index steps and their parameters. */
export const steps: Readonly<Record<string, string>> = {
  'Text units': '文本单元',
  'Cuts documents into passages at sentence borders; search finds these. After a change, a model has to read them again.':
    '将文档在句子边界处切分为段落，供搜索查找。更改后，模型需要重新阅读。',
  Mentions: '提及',
  'Finds names, compounds and nouns sentence by sentence, without a model.': '逐句识别名称、复合词和名词，不使用模型。',
  'Entities and relationships': '实体与关系',
  'Makes entities of names and recurring words, and connects those of nearby sentences. A larger graph finds more and takes more time, memory and disk; what a model named always stays.':
    '将名称和反复出现的词语作为实体，并联系邻近句子中的实体。图谱越大，找到的越多，耗时、内存和磁盘占用也越多；模型给出的实体始终保留。',
  Communities: '社区',
  'Groups entities that belong together, level by level. Finer groups need more reports.':
    '将相关的实体逐层归为社区。社区越细，需要的报告越多。',
  'Community reports': '社区报告',
  'Checks whether reports by a model still hold. Any other report is made of sentences of the documents, without a model, when it is needed.':
    '检查模型撰写的报告是否仍然成立。其他报告在需要时用文档中的句子生成，不使用模型。',
  'Extracting entities': '提取实体',
  'Has a language model name entities and relationships, each with the sentence that proves it. Costs one or more calls per passage; nothing runs before you start it.':
    '由语言模型给出实体和关系，并附上作为证据的句子。每个段落一次或多次调用；在您启动之前不会运行。',
  'Merging duplicates': '合并重复项',
  'Shows the model pairs of names that look, mean or keep company alike, with sentences that use them. Eight pairs cost one call.':
    '将外形、含义或共现对象相似的名称成对显示给模型，并附上使用它们的句子。每八对花费一次调用。',
  'Summarizing descriptions': '汇总描述',
  'Makes one description where several passages describe an entity or a relationship, with at least one call each. Compact depth gives none.':
    '当多个段落描述同一实体或关系时，合为一条描述，每条至少一次调用。精简深度没有描述。',
  'Writing reports': '撰写报告',
  LightRAG: 'LightRAG',
  'Naming themes': '命名主题',
  'Names the themes of each relationship that a model or a person stated. Only search reads them; what a model is shown of a relationship stays as it is.':
    '为模型或人陈述的每个关系命名主题。只有搜索读取这些主题；向模型显示的关系内容保持不变。',
  'Themes of relationships': '关系的主题',
  'Has the model name the themes of relationships that were read before, so that LightRAG finds these by them. A few calls; reading at LightRAG depth names them by itself.':
    '由模型为先前读到的关系命名主题，使 LightRAG 能据此找到它们。只需少量调用；以 LightRAG 深度阅读时会自行命名。',
  'Relationships in one call': '一次调用中的关系数',
  'Asks for the themes of at most this many relationships in one call. Higher takes fewer calls and tries a small model more.':
    '一次调用最多询问这么多关系的主题。数值越高，调用越少，对小模型的要求越高。',
  'Ask once more at LightRAG depth': '以 LightRAG 深度再问一次',
  'Asks once more for what was missed, at LightRAG depth only. Finds more and about doubles the cost (LightRAG: on).':
    '再问一次遗漏的内容，仅限 LightRAG 深度。找到更多，花费约翻倍（LightRAG：开启）。',
  'Writing summaries': '撰写摘要',
  'Writes a tree of summaries over the passages: of passages that belong together, then of these summaries, up to a few broad ones. Costs about half the tokens of the documents.':
    '为段落撰写摘要树：先总结相关的段落，再总结这些摘要，直到少数几份宽泛的摘要。开销约为文档 token 数的一半。',
  'Summaries by the model': '由模型撰写摘要',
  'Has the model sum up passages that belong together, and then these summaries, layer by layer. Search modes of RAPTOR then answer broad questions better; until then they use sentences of the documents.':
    '由模型总结相关的段落，再逐层总结这些摘要。之后 RAPTOR 搜索能更好地回答宽泛的问题；在此之前使用文档中的句子。',
  'Tokens shown for a summary': '撰写摘要时显示的 token 数',
  'Shows the model the sentences that say most of a cluster of passages, up to this many tokens. Higher tells it more and takes longer to read; the most tokens of a cluster show all of it.':
    '向模型显示最能代表一组段落的句子，不超过此 token 数。数值越高，模型了解越多，读取耗时越长；设为一组的 token 上限则全部显示。',
  'Passages belong together by': '段落归组的依据',
  'their words': '词语',
  'their meaning': '含义',
  'Groups passages by their words, or also by their embeddings, which keeps those of one subject together better. It counts when a tree is made: another choice makes the tree anew, with all its summaries.':
    '按词语为段落分组，或同时按嵌入向量分组，后者更能把同一主题的段落归在一起。此项在建树时生效：改选会重新建树并重写全部摘要。',
  'Edition of the tree': '树的版次',
  'Another number makes the tree anew from the passages as they are now, by the present settings. Explore has a button for the next one.':
    '改用另一数字会以当前设置、按现有段落重新建树。“探索”中有按钮可改用下一版次。',
  'Tokens of a leaf': '每片叶的 token 数',
  'Packs sentences of a passage into leaves of at most this many tokens. Larger leaves make fewer summaries, each of more text (RAPTOR: 100).':
    '将段落中的句子合为不超过此 token 数的叶。叶越大，摘要越少，每份涵盖的文字越多（RAPTOR：100）。',
  'Tokens of a cluster': '每组的 token 数',
  'Groups leaves, and then summaries, until a cluster has about this many tokens. Larger clusters make fewer summaries that say less of each leaf.':
    '将叶以及摘要分组，每组约有此 token 数。组越大，摘要越少，对每片叶的说明也越少。',
  'Most tokens of a cluster': '每组的 token 上限',
  'Splits a cluster with more tokens. Lower keeps summaries to one subject and makes more of them (RAPTOR: 3500).':
    '拆分超过此 token 数的组。数值越低，摘要的主题越单一，数量越多（RAPTOR：3500）。',
  'Most layers of summaries': '摘要的最多层数',
  'Stops after this many layers above the leaves. More end in fewer and broader summaries (RAPTOR: 5).':
    '在叶之上最多有这么多层。层数越多，最终的摘要越少、越宽泛（RAPTOR：5）。',
  'Words of a summary': '摘要的词数',
  'Asks for summaries of about this many words. More words say more and take longer to write (RAPTOR: 100 tokens).':
    '要求摘要约有这么多词。词数越多，内容越多，撰写时间越长（RAPTOR：100 个 token）。',
  'Writing contexts': '撰写语境',
  'Writes for each passage what it speaks of and where it stands in its document. The text is searched and embedded with the passage, and never shown as its text.':
    '为每个段落写明其所谈内容及其在文档中的位置。这段文字随段落一起用于搜索和嵌入，绝不作为段落原文显示。',
  'Contexts of passages': '段落的语境',
  'Has the model say for each passage where it stands in its document. Search then finds passages by names and dates that they leave out. Costs about one reading of all documents.':
    '让模型说明每个段落在文档中的位置。这样，搜索可以凭段落中省略的名称和日期找到它。开销约为通读所有文档一遍。',
  'Tokens of a document in one call': '一次调用中的文档 token 数',
  'Shows the model passages of one document up to this many tokens together. Higher takes fewer calls and tells it more of the document, and needs a larger window.':
    '一次向模型展示同一文档中不超过此 token 数的段落。数值越大，调用越少，模型对文档了解越多，但需要更大的窗口。',
  'Tokens of the document before them': '段落之前的文档 token 数',
  'Shows up to this many tokens from the beginning of a document before its later passages, in the same words each time. Higher tells the model more; only a server that keeps beginnings of prompts reads them once.':
    '在文档后面的段落之前显示文档开头的这么多 token，每次用词相同。数值越高，模型对文档了解越多；只有保留提示词开头的服务器才只读取一次。',
  'Words of a context': '语境的词数',
  'Limits the context of a passage. More words say more and take longer to write.':
    '限制段落语境的长度。词数越多，内容越多，撰写时间越长。',
  'Has the model report on communities, one call each, the smaller ones first. All others keep a report of sentences from the documents, until you open one or an answer uses it.':
    '由模型为社区撰写报告，每份一次调用，较小的优先。其余社区保留由文档句子组成的报告，直到您打开或回答用到它。',
  Embeddings: '嵌入',
  'Makes vectors with an embedding model, so that search also finds what is said in other words. Each kind takes time to embed, and memory and disk to keep.':
    '用嵌入模型生成向量，使搜索也能找到换了说法的内容。每一类都需要时间生成，并占用内存和磁盘。',
  'How passages are cut': '段落切分方式',
  'by tokens': '按 token 数',
  'one per sentence': '每句一段',
  'Fills each passage up to a number of tokens, or makes a passage of every sentence. Sentences are found more exactly but carry little context.':
    '将每个段落填充到一定的 token 数，或将每个句子作为一个段落。单个句子查找更精确，但几乎没有上下文。',
  'Tokens of a passage': '每个段落的 token 数',
  'Limits a passage. Larger ones carry more context; smaller ones are found more exactly, but there are more of them to store and read (GraphRAG: 1200).':
    '限制段落的长度。较大的段落包含更多上下文；较小的段落查找更精确，但需要存储和阅读的段落更多（GraphRAG：1200）。',
  'Tokens repeated from the passage before': '与上一段重复的 token 数',
  'Repeats the last sentences of the passage before, so that nothing is lost at a border. More repetition makes more passages to store, search and read (GraphRAG: 100).':
    '重复上一段末尾的句子，避免在边界处丢失内容。重复越多，需要存储、搜索和阅读的段落越多（GraphRAG：100）。',
  'Least mentions of a name': '名称的最少提及次数',
  'Makes an entity of a name from this many mentions on, or 2 once there are more than 40,000 names. Higher leaves out rare names; lower makes the graph larger.':
    '名称被提及达到此次数才成为实体；名称超过 40,000 个时至少为 2 次。数值越高，越会略去罕见名称；数值越低，图谱越大。',
  'Least mentions of a compound': '词组的最少提及次数',
  'Makes an entity of a phrase of several words from this many mentions on; half as many in a small collection. Higher keeps only what recurs; lower makes the graph larger.':
    '由多个词组成的词组被提及达到此次数才成为实体；小型文档集中减半。数值越高，只保留反复出现的内容；数值越低，图谱越大。',
  'Least mentions of a noun': '名词的最少提及次数',
  'Makes an entity of a single common noun from this many mentions on; half as many in a small collection. Higher keeps only what recurs; lower makes the graph larger.':
    '单个普通名词被提及达到此次数才成为实体；小型文档集中减半。数值越高，只保留反复出现的内容；数值越低，图谱越大。',
  'Largest share of passages that name a noun': '提及名词的段落占比上限',
  'Leaves out nouns and phrases that more than this share of the passages mention, since they tell little apart. Lower leaves out more; names, and collections below 10 passages, are spared.':
    '略去出现在超过此比例段落中的名词和词组，因为它们缺乏区分度。数值越低，略去越多；名称以及少于 10 个段落的文档集不受影响。',
  'Sentences that count as near': '视为邻近的句子数',
  'Connects entities that stand up to this many sentences apart; 0 stays within a sentence. Higher finds more relationships, weaker ones too, and takes more time and memory.':
    '将相隔不超过此句数的实体联系起来；0 表示仅限同一句。数值越高，找到的关系越多（也包括较弱的），耗时和内存也越多。',
  'Entities paired in one sentence': '一句中配对的实体数',
  'Connects at most this many entities of one sentence with each other. Higher covers long lists, but takes more time and memory.':
    '一句中最多让这么多实体两两建立联系。数值越高，越能覆盖长列表，但耗时和内存更多。',
  'How relationships are weighed': '关系的权重算法',
  'by counts': '按次数',
  'by PMI': '按 PMI',
  'Counts shared and nearby sentences, or favours pairs that meet more often than chance would have it (PMI, as in GraphRAG).':
    '统计同句和邻近句子的次数，或偏重共现次数高于偶然的组合（PMI，与 GraphRAG 相同）。',
  'Least weight of a relationship': '关系的最小权重',
  'Drops weaker relationships once there are more than 250,000; 1 is one shared sentence. Higher saves memory and loses rare connections.':
    '关系超过 250,000 条时，去除权重更低的关系；1 相当于一个共同的句子。数值越高越省内存，但会丢失少见的联系。',
  'Most relationships of an entity': '每个实体的关系数上限',
  'Keeps the strongest relationships of each entity; 0 keeps all. Higher shows more connections and takes more time, memory and disk.':
    '保留每个实体最强的关系；0 表示全部保留。数值越高，显示的联系越多，耗时、内存和磁盘占用也越多。',
  'Least passages that mention an entity': '提及实体的最少段落数',
  'Drops entities that fewer passages mention. Higher makes a smaller graph without rare names (GraphRAG: 2).':
    '去除被更少段落提及的实体。数值越高，图谱越小，也不含罕见名称（GraphRAG：2）。',
  'Limit for entities mentioned very often': '高频实体的上限',
  'Drops entities that more passages mention than the mean plus this many standard deviations; 0 drops none. Lower drops more of what is named everywhere.':
    '若提及某实体的段落数超过平均值加此倍数的标准差，则去除该实体；0 表示不去除。数值越低，去除的随处出现的实体越多。',
  'Least neighbours of an entity': '实体的最少相邻实体数',
  'Drops entities with fewer neighbours; 0 drops none. Higher leaves only well connected ones (GraphRAG: 1).':
    '去除相邻实体更少的实体；0 表示不去除。数值越高，只保留联系紧密的实体（GraphRAG：1）。',
  'Limit for entities with very many neighbours': '相邻实体过多的上限',
  'Drops entities with more neighbours than the mean plus this many standard deviations; 0 drops none. Lower drops more of what is connected with everything.':
    '若某实体的相邻实体数超过平均值加此倍数的标准差，则去除该实体；0 表示不去除。数值越低，去除的枢纽实体越多。',
  'Percentile of weights to leave out': '要去除的权重百分位',
  'Drops relationships below this percentile of the weights; 0 drops none. Higher leaves fewer and stronger connections (GraphRAG: 40).':
    '去除权重低于此百分位的关系；0 表示不去除。数值越高，留下的联系越少、越强（GraphRAG：40）。',
  'Leave out the most connected entity': '去除联系最多的实体',
  'Drops the one entity with most neighbours, so that it does not hold unrelated communities together. Its connections are lost (GraphRAG: on).':
    '去除相邻实体最多的那一个实体，以免它把不相关的社区连在一起。它的联系会丢失（GraphRAG：开启）。',
  'Only relationships of the largest connected part': '仅保留最大连通部分的关系',
  'Keeps only the largest connected part of the graph. Makes it smaller, but loses what stands apart.':
    '仅保留图谱中最大的连通部分。图谱更小，但会丢失独立的内容。',
  'Strength stated by several passages': '多个段落给出的强度',
  sum: '总和',
  highest: '最大值',
  mean: '平均值',
  'Takes the sum, the highest or the mean where several passages state how strong a relationship is. The sum favours what is stated often (GraphRAG: sum).':
    '当多个段落给出同一关系的强度时，取总和、最大值或平均值。总和偏重多次提到的关系（GraphRAG：总和）。',
  'Type where there are several': '有多个类型时',
  'the most frequent': '最常见的',
  'the first': '最先读到的',
  'Takes the type that an entity is given most often, or the one read first. The most frequent one evens out single mistakes.':
    '取实体最常被赋予的类型，或最先读到的类型。最常见的类型可抵消个别错误。',
  'Description where there are several': '有多条描述时',
  'all of them': '全部',
  'the longest': '最长的一条',
  'Joins all descriptions, which a model may then summarise, or keeps the longest alone. The longest is shorter to read but loses what the others say.':
    '将所有描述合在一起（之后可由模型汇总），或只保留最长的一条。只留一条更简短，但会丢失其他描述的内容。',
  'How communities are found': '社区划分算法',
  Leiden: 'Leiden',
  Louvain: 'Louvain',
  'Leiden keeps each community connected, and stable when documents change. Louvain, the older method, is there for comparison.':
    'Leiden 使每个社区保持连通，并在文档变化时保持稳定。Louvain 是较早的方法，用于对照。',
  'Most members of a community': '社区的成员数上限',
  'Splits a community of this many members or more again, if it comes apart. Lower makes finer communities and more reports to write.':
    '成员达到此数的社区会尽可能继续拆分。数值越低，社区越细，需要撰写的报告越多。',
  'Most levels': '层级数上限',
  'Stops splitting after this many levels. More make finer communities and more reports to write.':
    '达到此层级数后停止拆分。层级越多，社区越细，需要撰写的报告越多。',
  'Fineness of communities': '社区的细密程度',
  'Above 1 makes more and smaller communities, below 1 fewer and larger ones. More communities take more reports to write.':
    '大于 1 时社区更多、更小，小于 1 时更少、更大。社区越多，需要撰写的报告越多。',
  'Runs of Leiden': 'Leiden 的运行次数',
  'Runs Leiden again on its own result. More runs can improve the communities and take longer.':
    '在自身结果上重复运行 Leiden。次数越多，社区可能越好，耗时也越长。',
  'Random seed': '随机种子',
  'Gives the same communities for the same seed; another one may group some entities otherwise. Costs nothing.':
    '相同的种子得到相同的社区；换一个种子，部分实体的分组可能不同。没有额外开销。',
  'Only the largest connected part': '仅最大连通部分',
  'Groups only the largest connected part of the graph. Leaves fewer communities to report on, but the rest gets none (GraphRAG: on).':
    '仅对图谱中最大的连通部分划分社区。需要撰写的报告更少，但其余部分没有社区（GraphRAG：开启）。',
  'Tokens of evidence for a report': '一份报告的证据 token 数',
  'Lets the best sentences of sub-communities stand in for evidence beyond this many tokens, the largest first. Higher looks at more of the text and takes longer.':
    '证据超过此 token 数时，由子社区的最佳句子代替，最大的优先。数值越高，查看的原文越多，耗时越长。',
  'Sentences to choose from': '候选句子数',
  'Chooses the sentences of a report from at most this many. More can find better ones and take longer.':
    '从最多这么多句子中选出报告的句子。数值越高，可能选得越好，耗时也越长。',
  'Sentences of a summary': '摘要的句子数',
  'Limits the summary. More sentences say more, and take more tokens of each answer that reads the report.':
    '限制摘要的长度。句子越多，内容越多，每个读取该报告的回答也消耗更多 token。',
  'Findings of a report': '报告的发现数',
  'Limits the findings. More say more, and take more tokens of each answer that reads the report.':
    '限制发现的数量。发现越多，内容越多，每个读取该报告的回答也消耗更多 token。',
  'Descriptions as headings of findings': '用描述作为发现的标题',
  'Heads findings with the descriptions of curated relationships, where there are any. They read better but quote no document.':
    '如果有人工整理的关系，用其描述作为发现的标题。更易读，但不是文档原文。',
  'Join names that mean the same': '合并含义相同的名称',
  'Asks the model which names mean the same, so that one thing is one entity; eight pairs cost one call. What it merges is listed under Duplicates and can be undone.':
    '询问模型哪些名称指同一事物，使同一事物成为一个实体；每八对花费一次调用。合并的结果列在“重复项”下，可以撤销。',
  'Pairs of names to ask about': '要询问的名称对数',
  'Asks about at most this many pairs, the likeliest first, and about no more than passages were read. Higher can join more names; eight pairs cost one call.':
    '最多询问这么多对名称，最可能的优先，且不超过已读段落数。数值越高，可合并的名称越多；每八对花费一次调用。',
  'Sentences shown for each name': '每个名称显示的句子数',
  'Shows the model this many sentences for each name. More can make its decisions surer, and make its prompts longer.':
    '为每个名称向模型显示这么多句子。句子越多，判断可能越可靠，提示词也越长。',
  Depth: '深度',
  Compact: '精简',
  Full: '完整',
  'Compact takes names, types and short predicates, and suits models of 1 to 4 billion parameters. Full adds descriptions and strengths as in GraphRAG, costs more tokens, and suits models of 8 billion and more. LightRAG takes descriptions and themes of relationships in one call per passage, and no reports.':
    '“精简”提取名称、类型和简短谓词，适合 10 亿至 40 亿参数的模型。“完整”像 GraphRAG 一样另含描述和强度，消耗更多 token，适合 80 亿参数及以上的模型。“LightRAG”每个段落一次调用，提取描述和关系的主题，不写报告。',
  'Passages to read': '要阅读的段落',
  'Reads this share of each document’s passages, in per cent, the most central ones first. Higher finds more and costs more calls; the others keep what was found without a model.':
    '阅读每个文档中此百分比的段落，最核心的优先。数值越高，找到的越多，调用也越多；其余段落保留不用模型找到的内容。',
  'Kinds of entities': '实体类型',
  'Looks for these kinds of entities; separate them with commas. Each kind makes every prompt a little longer.':
    '查找这些类型的实体，用英文逗号分隔。每增加一种，每个提示词都会略微变长。',
  'Let the model name other kinds': '允许模型使用其他类型',
  'Lets the model name other kinds, too. Finds more, with types that are less even.':
    '也允许模型给出其他类型。找到的更多，但类型不够统一。',
  'Follow-up questions per passage': '每个段落的追问次数',
  'Asks again for what was missed, and again for missed claims; full depth only. Each time finds more; the first about doubles the cost.':
    '再次询问遗漏的内容，遗漏的声明也会追问；仅限完整深度。每次追问都会找到更多；第一次约使开销翻倍。',
  Claims: '声明',
  'Also asks what is claimed about whom, with status and dates. Costs one more call per passage, and at full depth its own follow-up questions.':
    '另外询问文中对谁作出了什么声明，包括状态和日期。每个段落多一次调用，完整深度下还有相应的追问。',
  'What counts as a claim': '什么算作声明',
  'Tells the model what to take for a claim, in your own words. Broader words bring more claims and longer replies.':
    '用您自己的话告诉模型什么算作声明。范围越宽，声明越多，回复越长。',
  'Who reads': '阅读者身份',
  'Tells the model who it is as it reads, such as “a historian of shipping”, to steer what it notices. Costs a few tokens per call; empty for nobody in particular.':
    '告诉模型以何种身份阅读，例如“航运史学者”，以引导其关注点。每次调用多花几个 token；留空表示无特定身份。',
  'Language of descriptions': '描述的语言',
  'Writes descriptions and predicates in one language, such as German. Empty keeps each document’s own, at the same cost.':
    '用一种语言撰写描述和谓词，例如德语。留空则使用各文档自身的语言，开销相同。',
  'Make one description of several': '将多条描述合为一条',
  'Makes one description of several, which answers read in fewer tokens. Costs at least one call for each; otherwise they stand side by side.':
    '将多条描述合为一条，回答读取时消耗的 token 更少。每条至少一次调用；否则并列保留。',
  'Join by a model above so many tokens': '超过多少 token 才由模型合并',
  'Leaves shorter descriptions of one thing side by side, without a call. Higher saves calls and leaves more repetition (GraphRAG: 0, which joins any two). LightRAG depth joins from 8 descriptions or 1,200 tokens on.':
    '同一事物的描述合计不超过此 token 数时并列保留，不作调用。数值越高越省调用，但重复越多（GraphRAG：0，即一律合并）。LightRAG 深度从 8 条描述或 1,200 个 token 起合并。',
  'Tokens of descriptions in one call': '一次调用中描述的 token 数',
  'Shows the model at most this many tokens of descriptions in one call; more are joined in turns. Higher takes fewer calls and needs a larger window (GraphRAG: 4000).':
    '一次调用中最多向模型显示这么多 token 的描述，更多的分次合并。数值越高，调用越少，但需要更大的上下文窗口（GraphRAG：4000）。',
  'Words of a description': '描述的词数',
  'Limits a description. More words keep more detail, and take longer to write and more room in answers (GraphRAG: 500).':
    '限制描述的长度。词数越多，细节越多，撰写耗时越长，在回答中占用的空间也越多（GraphRAG：500）。',
  'Reports by the model': '由模型撰写的报告',
  'the broadest communities': '顶层社区',
  'all communities': '所有社区',
  none: '无',
  'Chooses the communities that the model reports on, one call each. All of them give the fullest overview and cost the most; the others show sentences of the documents until you open them.':
    '选择由模型撰写报告的社区，每份一次调用。全部撰写最全面，开销也最大；其余社区在您打开之前显示文档中的句子。',
  'Most reports of the top levels': '顶层报告数上限',
  'Limits the reports of the top levels, one call each. Higher covers smaller communities, too.':
    '限制顶层报告的数量，每份一次调用。数值越高，也会覆盖较小的社区。',
  'Least members of a community': '社区的最少成员数',
  'Leaves smaller communities to sentences of the documents. Lower has more reports written and costs more calls.':
    '更小的社区只显示文档中的句子。数值越低，撰写的报告越多，调用也越多。',
  'Words of a report': '报告的词数',
  'Limits a report. More words say more and take longer to write; 0 is 110 at compact and 1000 at full depth (GraphRAG: 2000).':
    '限制报告的长度。词数越多，内容越多，撰写耗时越长；0 表示精简深度 110、完整深度 1000（GraphRAG：2000）。',
  'Limits the findings. More cover more and take longer to write; 0 is 5 at compact and 8 at full depth (GraphRAG: 5 to 10).':
    '限制发现的数量。发现越多，覆盖越广，撰写耗时越长；0 表示精简深度 5、完整深度 8（GraphRAG：5 至 10）。',
  'Tokens shown for a report': '撰写报告时显示的 token 数',
  'Shows the model at most this many tokens; beyond them reports of sub-communities stand in. Higher tells it more and takes longer to read; 0 is 500 at compact and 8000 at full depth.':
    '最多向模型显示这么多 token，超出部分由子社区的报告代替。数值越高，模型了解越多，阅读耗时越长；0 表示精简深度 500、完整深度 8000。',
  'Share of the context window': '占上下文窗口的比例',
  'Limits these tokens to this share of the model’s context window, in per cent. Higher shows more of a large community and takes longer to read.':
    '将上述 token 限制在模型上下文窗口的此百分比内。数值越高，大型社区显示越多，阅读耗时越长。',
  'Write reports of what I open or ask about': '为我打开或提问的内容撰写报告',
  'automatically with a model in this tab, with a server only when I ask':
    '此标签页中的模型自动撰写，服务器仅在我要求时撰写',
  'automatically, with a server too': '自动撰写，包括服务器',
  'only when I ask': '仅在我要求时',
  'Writes a missing report once you open it or an answer has used it, one call each. Questions go first; calls of a server may cost money.':
    '您打开报告或回答用到报告时，撰写尚缺的报告，每份一次调用。提问优先；服务器调用可能产生费用。',
  'Reports written after an answer': '回答之后撰写的报告数',
  'Writes at most this many reports after an answer, those that counted most first. More inform later answers better and cost one call each; the others wait for a click.':
    '回答之后最多撰写这么多份报告，作用最大的优先。数量越多，之后的回答依据越充分，每份一次调用；其余等待您点击。',
  'Finds passages by meaning, each with its title and headings. Answers need these most; one vector per passage.':
    '按含义查找段落（含标题和各级小标题）。回答最需要它；每个段落一个向量。',
  'Finds reports that a model wrote by meaning, findings included. One vector per report.':
    '按含义查找模型撰写的报告（含发现）。每份报告一个向量。',
  Entities: '实体',
  'Finds entities by title and description; without a description, by the sentences that say most about them. One vector per entity.':
    '按名称和描述查找实体；没有描述时，依据最能说明它的句子。每个实体一个向量。',
  'Summaries of passages': '段落的摘要',
  'Finds summaries that a model wrote of passages by meaning, for RAPTOR; otherwise the mean of their passages counts. One vector per summary.':
    '按含义查找模型为段落撰写的摘要，供 RAPTOR 使用；否则以其段落向量的平均值计。每份摘要一个向量。',
  'Finds relationships by their keywords, both ends and description, for LightRAG; otherwise their words alone count. One vector per described relationship; made by default once LightRAG’s index is.':
    '按关键词、两端实体和描述查找关系，供 LightRAG 使用；否则只计其字词。每个有描述的关系一个向量；建立 LightRAG 索引后默认生成。',
  'Titles of entities': '实体名称',
  'Finds entities by their title alone: quicker to embed, but says less. Used only where entities have no vectors by description.':
    '仅按名称查找实体：嵌入更快，但信息更少。仅在实体没有描述向量时使用。',
  'Titles of reports': '报告标题',
  'Finds reports by their title alone: quicker to embed, but says least. Used only where reports have no other vectors.':
    '仅按标题查找报告：嵌入更快，但信息最少。仅在报告没有其他向量时使用。',
  'Summaries of reports': '报告摘要',
  'Finds reports by their summary: quicker to embed, but says less. Used only where reports have no vectors of their whole text.':
    '按摘要查找报告：嵌入更快，但信息更少。仅在报告没有全文向量时使用。',
  documents: '文档',
  communities: '社区',
  'Reading documents': '读取文档',
  'Saving tables': '保存表格',
  rows: '行',
  'Preparing search': '准备搜索',
  entities: '实体',
  'community reports': '社区报告',
  'titles of entities': '实体名称',
  relationships: '关系',
  'titles of reports': '报告标题',
  'summaries of reports': '报告摘要',
  'summaries of passages': '段落的摘要',
  'text units': '文本单元',
};
