/** Search modes and their parameters. */
export const search: Readonly<Record<string, string>> = {
  'Every answer': '所有回答',
  'Holds for all modes: what is found, and how a language model writes of it.':
    '适用于所有模式：查找什么，以及语言模型如何撰写。',
  Local: '局部',
  'Starts from the entities that a question names or means, and shows what surrounds them. Takes one call for the answer.':
    '从问题提到或涉及的实体出发，显示其周围的内容。回答花费一次调用。',
  Global: '全局',
  'Reads the community reports in batches, draws points from each, and joins them into one answer. Takes one call per batch, and one to join.':
    '分批读取社区报告，从每批中提取要点，再汇总成一个回答。每批一次调用，汇总再一次。',
  DRIFT: 'DRIFT',
  'Begins with the nearest reports, asks further questions of its own, answers each from passages, and joins what it found. Takes one call per question, and a few to begin and to join.':
    '从最接近的报告开始，自行提出后续问题，逐一根据段落回答，再汇总所得。每个问题一次调用，开始和汇总再加几次。',
  Basic: '基础',
  'Shows the model the passages nearest to the question, by their words and, with an embedding model, by meaning. Takes one call for the answer.':
    '向模型显示与问题最接近的段落：按字词，有嵌入模型时也按含义。回答花费一次调用。',
  'RAPTOR collapsed': 'RAPTOR 折叠树',
  'Shows the nearest parts of a tree of summaries, from single sentences to the broadest summary, whatever their layer. Takes one call for the answer.':
    '显示摘要树中与问题最接近的部分，从单个句子到最宽泛的摘要，不论层级。回答花费一次调用。',
  'RAPTOR traversal': 'RAPTOR 逐层',
  'Goes down a tree of summaries: takes the nearest ones of a layer, then the nearest of what these sum up, down to sentences of the documents. Takes one call for the answer.':
    '沿摘要树逐层向下：取一层中最接近的摘要，再取其所总结内容中最接近的，直到文档的句子。回答花费一次调用。',
  'Leaves and summaries': '叶和摘要',
  'Shows at most this many parts of the tree. More cover more and take longer to read (RAPTOR: 10).':
    '最多显示摘要树中的这么多部分。越多涵盖越广，读取耗时越长（RAPTOR：10）。',
  'Most tokens of leaves and summaries': '叶和摘要的 token 上限',
  'Shows the model at most this many tokens of them. More cover more and take longer to read (RAPTOR: 3500).':
    '最多向模型显示这么多 token。越多涵盖越广，读取耗时越长（RAPTOR：3500）。',
  'Parts of each layer': '每层的部分数',
  'Takes this many parts of each layer and goes on below them. More miss less and take longer to read (RAPTOR: 5).':
    '每层取这么多部分，再从其下继续。越多遗漏越少，读取耗时越长（RAPTOR：5）。',
  'Layers left out at the top': '顶部略去的层数',
  'Begins this many layers below the broadest one. A later start finds details that broad summaries leave out.':
    '从最宽泛的一层往下若干层开始。起点越低，越能找到宽泛摘要略去的细节。',
  Layers: '层数',
  'Takes parts of this many layers; 0 goes down to the leaves. Fewer stay with summaries.':
    '取这么多层的内容；0 表示一直到叶。层数越少，越停留在摘要。',
  'LightRAG local': 'LightRAG 局部',
  'Has the model name what to look for, and shows the entities nearest to that, all of their relationships and the passages that mention them. Takes two calls, one of them short.':
    '由模型给出要查找的内容，显示与之最接近的实体、这些实体的所有关系以及提到它们的段落。花费两次调用，其中一次很短。',
  Lazy: '惰性',
  'Has the model test passage after passage, community by community, for whether it bears on the question, and joins what the relevant ones say. Takes one short call per test, and a few to join.':
    '由模型按社区逐段测试段落是否与问题有关，再汇总相关段落的内容。每次测试花费一次简短调用，汇总再加几次。',
  'Relevance tests at most': '相关性测试上限',
  'Limits the tests, one short call each. More find more and take longer; what was tested before is not tested again (LazyGraphRAG: 100, 500 or 1,500).':
    '限制测试次数，每次一个简短调用。越多找到的越多，耗时越长；已测试过的不会重复测试（LazyGraphRAG：100、500 或 1,500）。',
  '20, a first look': '20：初步查看',
  '100': '100',
  '500, thorough': '500：彻底',
  'What tests': '由谁测试',
  'Has the chat model test passages, or a reranker or sentence checker, which costs no call. Without a chat model the latter does it anyway.':
    '由聊天模型测试段落，或由重排序模型或句子核对模型测试，后者不花费调用。没有聊天模型时总由后者测试。',
  'the chat model': '聊天模型',
  'a reranker or sentence checker': '重排序模型或句子核对模型',
  'Name concepts of the collection in the question': '在问题中补充文档集的概念',
  'Has the model add the main concepts of your documents that the question means. Costs one short call, and finds passages that put it in other words (LazyGraphRAG: on).':
    '由模型补充问题所指的文档主要概念。花费一次简短调用，并能找到换了说法的段落（LazyGraphRAG：开启）。',
  Walk: '遍历',
  'Passages in a batch': '每批段落数',
  'Tests this many passages of a community at a time; a batch without a relevant one ends the community. Higher gives up later (LazyGraphRAG: 5).':
    '每次测试一个社区的这么多段落；一批中没有相关段落时，该社区即告结束。数值越高，放弃得越晚（LazyGraphRAG：5）。',
  'Tests of a community': '每个社区的测试数',
  'Tests at most this many passages of a community before the next one. Higher digs deeper into the first communities (LazyGraphRAG: 10).':
    '每个社区最多测试这么多段落，然后转到下一个。数值越高，越深入靠前的社区（LazyGraphRAG：10）。',
  'Irrelevant communities in a row': '连续无关的社区数',
  'Goes on to finer communities after this many without a relevant passage. Higher looks into more of them and costs tests (LazyGraphRAG: 5).':
    '连续这么多社区没有相关段落后，转到更细的社区。数值越高，查看的社区越多，测试也越多（LazyGraphRAG：5）。',
  'Neighbours of a relevant passage': '相关段落的相邻段落',
  'Tests this many passages before and after each relevant one, for which tests are kept back (LazyGraphRAG: 1).':
    '测试每个相关段落前后各这么多段落，并为此预留测试次数（LazyGraphRAG：1）。',
  'Claims and answer': '主张与回答',
  'Passages in a call for claims': '每次提取主张的段落数',
  'Draws claims from this many relevant passages in one call. Higher takes fewer calls; a small model then misses more (LazyGraphRAG: 10).':
    '一次调用从这么多相关段落中提取主张。数值越高，调用越少；小模型会因此遗漏更多（LazyGraphRAG：10）。',
  'Claims of a call': '每次调用的主张数',
  'Takes at most this many claims from each call. More keep more detail and take longer to join.':
    '每次调用最多取这么多条主张。越多保留的细节越多，汇总耗时越长。',
  Contextual: '语境',
  'Ranks passages by their words and their contexts, fuses that with their order by meaning, and has a reranker read the best, where there is one. Takes one call for the answer.':
    '按段落的字词及其语境排序，与按含义的排序融合；有重排序模型时，由它阅读最好的段落。回答花费一次调用。',
  'Shows the model at most this many passages. More cover more and take longer to read (Contextual Retrieval: 20).':
    '最多向模型显示这么多段落。越多涵盖越广，读取耗时越长（Contextual Retrieval：20）。',
  'Passages that are ranked': '参与排序的段落',
  'Takes this many passages by words, and as many by meaning; a reranker reads the best of both. More find more, and take a reranker longer (Contextual Retrieval: 150).':
    '按字词取这么多段落，按含义再取同样多；重排序模型阅读两者中最好的。越多找到的越多，重排序耗时也越长（Contextual Retrieval：150）。',
  'Words of context and text': '语境与正文的字词',
  'Counts the words of a passage and of its context together, or only those of the one that fits better. Costs nothing (Contextual Retrieval: the better one).':
    '把段落与其语境的字词合并计算，或只计算其中更匹配的一个。不花费任何成本（Contextual Retrieval：更匹配的一个）。',
  together: '合并计算',
  'the better one': '更匹配的一个',
  Fusion: '融合',
  'Share of meaning': '含义的份额',
  'Gives the order by meaning this share of the weight, in per cent, and that by words the rest. Lower suits a small embedding model (Contextual Retrieval: 80).':
    '按含义的排序占权重的这个百分比，其余归按字词的排序。较低的数值适合小型嵌入模型（Contextual Retrieval：80）。',
  'Rank constant': '排名常数',
  'Is added to each rank before it is fused. Higher has the first places count less, and both orders more evenly (Contextual Retrieval: 0).':
    '融合前加到每个排名上。数值越高，前几名的分量越小，两种排序越均衡（Contextual Retrieval：0）。',
  Everything: '全文',
  'Shows the model all passages of what is asked, in reading order, where they fit its window; says so where they do not, and then answers as Basic does. Takes one call, which may be long.':
    '在模型窗口放得下时，按阅读顺序向模型显示所问的全部段落；放不下时会说明，并像基础搜索那样回答。花费一次调用，可能较长。',
  'Tokens at most': 'token 上限',
  'Shows everything only if it has no more tokens than this, whatever is set under Every answer. More takes longer to read; 0 is as many as fit.':
    '只有全部内容不超过这么多 token 时才全部显示，与“所有回答”中的设置无关。越多读取耗时越长；0 表示能放下多少就显示多少。',
  'Ask the model for keywords': '向模型询问关键词',
  'Has the model name terms and themes before the search. Costs one short call; otherwise the question’s own words are looked for (LightRAG: on).':
    '在搜索之前由模型给出术语和主题。花费一次简短调用；否则按问题本身的字词查找（LightRAG：开启）。',
  'LightRAG mix': 'LightRAG 混合检索',
  'Has the model name what to look for. Shows the entities and relationships nearest to that with their passages, and the passages nearest to the question. Takes two calls, one of them short.':
    '由模型给出要查找的内容。显示与之最接近的实体和关系及其段落，以及与问题最接近的段落。花费两次调用，其中一次很短。',
  'LightRAG global': 'LightRAG 全局',
  'Has the model name themes, and shows the relationships nearest to these, their ends and the passages that state them. Takes two calls, one of them short.':
    '由模型给出主题，显示与之最接近的关系、关系两端的实体以及说明这些关系的段落。花费两次调用，其中一次很短。',
  'LightRAG hybrid': 'LightRAG 双层',
  'Joins what LightRAG local and LightRAG global find, in turn. Takes two calls, one of them short.':
    '轮流合并 LightRAG 局部和 LightRAG 全局的结果。花费两次调用，其中一次很短。',
  'LightRAG naive': 'LightRAG 朴素',
  'Shows the passages nearest to the question and nothing of the graph. Takes one call.':
    '只显示与问题最接近的段落，不用图谱。花费一次调用。',
  'LightRAG bypass': 'LightRAG 直通',
  'Puts the question and the conversation to the model and shows it nothing of your documents. Takes one call; no sentence can be checked.':
    '将问题和对话直接交给模型，不向其显示您的任何文档。花费一次调用；无法核对任何句子。',
  'Last instruction': '最后的指示',
  'Ends the prompt with your own words, such as “Answer as a table of dates”. Costs their tokens (LightRAG: user_prompt).':
    '以您自己的话结束提示词，例如“以日期表格的形式回答”。花费其 token（LightRAG：user_prompt）。',
  'Least relevance of a passage': '段落的最低相关度',
  'Leaves out passages that a reranker rates lower, from 0 to 1; needs one. Higher shows fewer and surer ones (LightRAG: 0, which leaves out none).':
    '略去重排序模型评分更低的段落，从 0 到 1；需要有重排序模型。数值越高，段落越少越可靠（LightRAG：0，即不略去）。',
  'Terms to look for': '要查找的术语',
  'Looks for these names and terms, separated by commas, in place of the model’s keywords, until you clear them. Saves the call.':
    '查找这些以逗号分隔的名称和术语，代替模型给出的关键词，直到您将其清空。省去一次调用。',
  'Themes to look for': '要查找的主题',
  'Looks for these themes, separated by commas, in place of the model’s keywords, until you clear them. Saves the call.':
    '查找这些以逗号分隔的主题，代替模型给出的关键词，直到您将其清空。省去一次调用。',
  'Entities or relationships': '实体或关系',
  'Takes at most this many entities for the terms, and relationships for the themes. Higher covers more and leaves less room for each (LightRAG: 40).':
    '按术语最多取这么多实体，按主题最多取这么多关系。数值越高，涵盖越多，每一个的空间越小（LightRAG：40）。',
  'Choice of passages': '段落的选取',
  'Takes and orders passages as Basic ranks them for the question and the keywords, or takes more of the first entities than of the last, in turn (LightRAG: nearest).':
    '按“基本”模式对问题和关键词的排名选取并排列段落，或对靠前的实体多取、对靠后的少取，依次轮流（LightRAG：最接近）。',
  'nearest to the question': '与问题最接近',
  'by rank of their entity': '按实体的排名',
  'Shows at most this many passages. More cover more and take longer to read (LightRAG: 20).':
    '最多显示这么多段落。越多涵盖越广，读取耗时越长（LightRAG：20）。',
  'Passages of each entity': '每个实体的段落数',
  'Considers about half this many passages of each entity and relationship. Higher digs deeper into the first ones (LightRAG: 5).':
    '每个实体和关系大约考虑这个数值一半的段落。数值越高，越深入靠前的实体（LightRAG：5）。',
  'Share of entities': '实体的份额',
  'Gives entities at most this share of the room for data, in per cent. What they leave goes to the passages (LightRAG: 6,000 of 30,000 tokens).':
    '实体最多占数据空间的这个百分比。剩余部分归段落（LightRAG：30,000 个 token 中的 6,000 个）。',
  'Share of relationships': '关系的份额',
  'Gives relationships at most this share of the room for data, in per cent. What they leave goes to the passages (LightRAG: 8,000 of 30,000 tokens).':
    '关系最多占数据空间的这个百分比。剩余部分归段落（LightRAG：30,000 个 token 中的 8,000 个）。',
  Relationships: '关系',
  Reports: '报告',
  Room: '空间',
  'Choice by the model': '由模型挑选',
  Batches: '批次',
  'Points and answer': '要点与回答',
  Rounds: '轮次',
  'Form of the answer': '回答的形式',
  'Asks for this form in your own words, such as “a single paragraph”, “a table” or “a report with headings”. Longer forms take longer to write.':
    '用您自己的话说明所需的形式，例如“一个段落”“一个表格”或“带小标题的报告”。形式越长，撰写耗时越长。',
  'Length of the answer': '回答的长度',
  'Limits answers of Local and Basic; longer ones take longer to write. 0 is 1,200 tokens, and a quarter of the model’s window is the most; Global and DRIFT have limits in words.':
    '限制局部和基础搜索的回答长度；越长撰写耗时越长。0 表示 1,200 个 token，最多为模型窗口的四分之一；全局和 DRIFT 以词数限制。',
  Temperature: '温度',
  'Takes the likeliest word each time at 0, so that the same question gives the same answer. Higher varies answers and makes mistakes likelier.':
    '为 0 时每次取最可能的词，因此相同的问题得到相同的回答。数值越高，回答变化越大，也越容易出错。',
  'Earlier questions shown to the model': '向模型显示的先前问题数',
  'Shows the model this many earlier turns, so that it understands follow-up questions. Each makes prompts longer and leaves less room for your documents (GraphRAG: 5).':
    '向模型显示这么多轮先前的对话，以便理解后续问题。每一轮都会加长提示词，并减少留给文档的空间（GraphRAG：5）。',
  'Make follow-up questions stand by themselves': '将后续问题改写为完整问题',
  'Puts names in place of “he”, “it” or “there”, so that the right passages are found. Costs one short call where a question leans on an earlier one.':
    '用名称替换“他”“它”或“那里”，以便找到正确的段落。问题依赖先前问题时，花费一次简短调用。',
  'Follow-up questions': '后续问题',
  'Proposes this many questions under the newest answer; 0 proposes none. Costs one short call once the answer is finished, where a model wrote it.':
    '在最新的回答下建议这么多个问题；0 表示不建议。由模型撰写的回答完成后，花费一次简短调用。',
  'Let the model add its own knowledge': '允许模型补充自身的知识',
  'Lets the model add what no document says. Such sentences are marked, since nothing here supports them.':
    '允许模型补充文档中没有的内容。这些句子会被标出，因为没有文档支持它们。',
  'Weight of meaning': '含义的权重',
  'Counts the order of passages by meaning this many times as much as that by words; needs an embedding model. Higher suits a strong model; a small one then puts passages first that only sound alike.':
    '段落按含义的排序，相对于按字词的排序计入这么多倍；需要嵌入模型。强模型适合更高的数值；小模型则会把只是听起来相似的段落排在前面。',
  'Tokens shown to the model': '向模型显示的 token 数',
  'Limits what one prompt holds of your index. Higher shows the model more and takes longer to read; 0 shows as much as fits (GraphRAG: 12,000).':
    '限制一个提示词中包含的索引内容。数值越高，模型看到的越多，阅读耗时越长；0 表示能放多少放多少（GraphRAG：12,000）。',
  'Reads reports down to this level; 0 is the broadest (GraphRAG: 2). Finer levels say more; reading all of their reports takes more calls and tokens.':
    '读取到此层级为止的报告；0 为最顶层（GraphRAG：2）。层级越细，内容越多；读取全部报告需要更多调用和 token。',
  'Minimum importance of a report': '报告的最低重要性',
  'Leaves out reports that their writer rated lower, from 0 to 10. Higher saves tokens and can miss details (GraphRAG: 0, which leaves out none).':
    '略去撰写者评分更低的报告（0 至 10）。数值越高越省 token，但可能遗漏细节（GraphRAG：0，即不略去）。',
  'What of a report is shown': '显示报告的哪些内容',
  'summary and findings': '摘要和发现',
  'the summary alone': '仅摘要',
  'Shows summary and findings, or the summary alone, which takes a fraction of the tokens and says less (GraphRAG: all).':
    '显示摘要和发现，或仅显示摘要；仅摘要只需一小部分 token，但内容更少（GraphRAG：全部）。',
  'Starts from at most this many entities. Higher covers more names and leaves less room for each (GraphRAG: 10).':
    '最多从这么多个实体出发。数值越高，涵盖的名称越多，留给每个实体的空间越少（GraphRAG：10）。',
  'Candidates for each entity': '每个实体的候选数',
  'Looks at this many times as many entities, by words and by meaning, before it takes the best. Higher can find better ones in a little more time (GraphRAG: 2).':
    '先按字词和含义查看此倍数的实体，再取最佳的。数值越高，可能找得越好，耗时略增（GraphRAG：2）。',
  'Always include': '始终包含',
  'Starts from these names whatever you ask; separate them with commas. Each takes the place of an entity that the question would find.':
    '无论提什么问题都从这些名称出发，用逗号分隔。每个名称都会占用问题本可找到的一个实体的位置。',
  'Never include': '始终排除',
  'Never starts from these names; separate them with commas. Passages may still mention them.':
    '从不从这些名称出发，用逗号分隔。段落中仍可能提到它们。',
  'Say how many relationships an entity has': '注明实体有多少关系',
  'Tells the model which entities are well connected. Costs a few tokens per entity (GraphRAG: on).':
    '告诉模型哪些实体联系较多。每个实体多花几个 token（GraphRAG：开启）。',
  'Relationships of an entity': '每个实体的关系数',
  'Shows relationships to entities outside of the chosen ones, at most this many for each chosen one (GraphRAG: 10). Higher follows more connections and leaves less room for the rest.':
    '显示与所选实体之外的实体的关系，每个所选实体最多这么多条（GraphRAG：10）。数值越高，追踪的联系越多，留给其他内容的空间越少。',
  'Which relationships come first': '哪些关系优先',
  'between well connected entities': '联系较多的实体之间',
  'stated most often': '最常提到的',
  'Puts first what connects well connected entities, or what the documents state most often. Decides what is left out where room is short; costs nothing.':
    '优先显示联系较多的实体之间的关系，或文档中最常提到的关系。空间不足时决定略去哪些；没有额外开销。',
  'Say how weighty a relationship is': '注明关系的权重',
  'Tells the model how weighty each relationship is. Costs a few tokens per relationship (GraphRAG: on).':
    '告诉模型每条关系的权重。每条关系多花几个 token（GraphRAG：开启）。',
  'Say how important a report is': '注明报告的重要性',
  'Tells the model how important each report was rated. Costs a few tokens per report (GraphRAG: off).':
    '告诉模型每份报告的重要性评分。每份报告多花几个 token（GraphRAG：关闭）。',
  'Share of passages': '段落所占比例',
  'Gives passages this share of the room for data, in per cent, and what the others leave. Higher shows more text and less of the graph (GraphRAG: 50); left at 50 and 15, passages get more in a small window.':
    '将数据空间的此百分比以及其他内容剩余的空间分配给段落。数值越高，原文越多，图谱越少（GraphRAG：50）；保持 50 和 15 时，段落在小窗口中会得到更多空间。',
  'Share of reports': '报告所占比例',
  'Gives community reports this share of the room for data, in per cent. Higher shows more overview and less of the graph (GraphRAG: 15).':
    '将数据空间的此百分比分配给社区报告。数值越高，概览越多，图谱越少（GraphRAG：15）。',
  'Read only the reports that bear on the question': '仅读取与问题相关的报告',
  'Has the model rate reports from the broadest down, and reads only those that bear on the question (dynamic community selection). Costs one short call per rating, and can save batches.':
    '由模型自上而下为报告评分，仅读取与问题相关的报告（动态社区选择）。每次评分一次简短调用，可减少批次。',
  'Minimum rating': '最低评分',
  'Reads a report, and rates its parts, from this rating of 0 to 5 on. Higher reads fewer reports and can miss some (GraphRAG: 1).':
    '评分（0 至 5）达到此值的报告才会被读取，其子报告才会被评分。数值越高，读取的报告越少，可能有所遗漏（GraphRAG：1）。',
  'Read a report also where its parts are read': '读取子报告时也读取其上级报告',
  'Reads the broader report as well. Adds overview, repeats some of it, and can take more batches (GraphRAG: off).':
    '同时读取更宽泛的报告。概览更多，但有重复，可能需要更多批次（GraphRAG：关闭）。',
  'Ratings at most': '评分次数上限',
  'Limits the ratings, one short call each. Higher reaches more reports and takes longer.':
    '限制评分次数，每次一次简短调用。数值越高，覆盖的报告越多，耗时越长。',
  'Batches of reports at most': '报告批次上限',
  'Limits the batches, one call each. Higher reads more reports and takes longer; what matters most is read first, and the trace says what was left out.':
    '限制批次数，每批一次调用。数值越高，读取的报告越多，耗时越长；最重要的优先读取，检索过程会说明略去了什么。',
  'Mix broad and narrow reports in a batch': '每批混合宽泛与细致的报告',
  'Deals reports out in a mixed order, the same each time (GraphRAG: on); otherwise the weightiest fill the first batches. Costs nothing.':
    '以固定的混合顺序分配报告（GraphRAG：开启）；否则由最重要的报告填满前几批。没有额外开销。',
  'Say how much a report covers': '注明报告的覆盖面',
  'Tells the model how many passages mention the entities of each report. Costs a few tokens per report (GraphRAG: on).':
    '告诉模型有多少段落提到每份报告的实体。每份报告多花几个 token（GraphRAG：开启）。',
  'Normalise coverage': '归一化覆盖面',
  'Gives that number as a share of the largest, from 0 to 1 (GraphRAG: on); otherwise as a count of passages. Costs nothing more.':
    '以占最大值的比例（0 至 1）表示该数（GraphRAG：开启）；否则表示为段落数。没有额外开销。',
  'Tells the model how important each report was rated. Costs a few tokens per report (GraphRAG: on).':
    '告诉模型每份报告的重要性评分。每份报告多花几个 token（GraphRAG：开启）。',
  'Points per batch': '每批的要点数',
  'Takes at most this many points from each batch. More keep more detail and take longer to write and to join.':
    '每批最多取这么多个要点。数量越多，细节越多，撰写和汇总耗时越长。',
  'Words per batch': '每批的词数',
  'Limits all points of a batch together. More words keep more detail and take longer to write and to join (GraphRAG: 1000).':
    '限制一批中所有要点的总长度。词数越多，细节越多，撰写和汇总耗时越长（GraphRAG：1000）。',
  'Temperature for batches': '批次的温度',
  'Takes the likeliest word each time at 0, so that the same batch gives the same points. Higher varies them and makes mistakes likelier (GraphRAG: 0).':
    '为 0 时每次取最可能的词，因此相同的批次得到相同的要点。数值越高，变化越大，也越容易出错（GraphRAG：0）。',
  'Words of the answer': '回答的词数',
  'Limits the answer. More words say more and take longer to write (GraphRAG: 2000).':
    '限制回答的长度。词数越多，内容越多，撰写耗时越长（GraphRAG：2000）。',
  'Search with a hypothetical answer (HyDE)': '用假设答案搜索（HyDE）',
  'Writes a made-up answer and looks for reports like it, which can find more than the bare question. Costs one call; needs an embedding model.':
    '先拟写一个假设答案，再查找与之相似的报告，可能比直接用问题找到更多。花费一次调用；需要嵌入模型。',
  'Reports to begin with': '起始报告数',
  'Begins with the reports nearest to the question. More make a broader start and longer prompts (GraphRAG: 20).':
    '从与问题最接近的报告开始。数量越多，起点越宽，提示词越长（GraphRAG：20）。',
  'Primer folds': '初步回答的分组数',
  'Divides these reports among this many calls. More leave each report more room and cost one call each (GraphRAG: 5).':
    '将这些报告分给这么多次调用。分组越多，每份报告的空间越大，每组一次调用（GraphRAG：5）。',
  'Rounds of further questions': '后续提问的轮数',
  'Asks further questions this many times, each round leading on from the last. More dig deeper; each round costs a call for each of its questions (GraphRAG: 3).':
    '进行这么多轮后续提问，每一轮都承接上一轮。轮数越多，挖掘越深；每一轮的每个问题花费一次调用（GraphRAG：3）。',
  'Further questions in a round': '每轮的后续问题数',
  'Asks at most this many questions in a round, one call each. More follow more leads and take longer (GraphRAG: 20).':
    '每轮最多提出这么多个问题，每个一次调用。数量越多，追踪的线索越多，耗时越长（GraphRAG：20）。',
  'Entities of a follow-up step': '后续步骤的实体数',
  'Starts each further question from at most this many entities. Higher covers more names and leaves less room for each (GraphRAG: 10).':
    '每个后续问题最多从这么多个实体出发。数值越高，涵盖的名称越多，留给每个实体的空间越少（GraphRAG：10）。',
  'Gives passages this share of the room of a step, in per cent. Higher shows more text and less of the graph (GraphRAG: 90); left at 60 and 10, passages get more in a small window.':
    '将一个步骤空间的此百分比分配给段落。数值越高，原文越多，图谱越少（GraphRAG：90）；保持 60 和 10 时，段落在小窗口中会得到更多空间。',
  'Gives community reports this share of the room of a step, in per cent. Higher shows more overview and less of the graph, which has the rest (GraphRAG: 10).':
    '将一个步骤空间的此百分比分配给社区报告。数值越高，概览越多，图谱（占其余部分）越少（GraphRAG：10）。',
  'Words of a follow-up step': '后续步骤的词数',
  'Limits the answer to each further question. More words keep more detail and take longer to write and to join.':
    '限制每个后续问题的回答长度。词数越多，细节越多，撰写和汇总耗时越长。',
  'Limits the answer. More words say more and take longer to write.':
    '限制回答的长度。词数越多，内容越多，撰写耗时越长。',
  'Temperature of a follow-up step': '后续步骤的温度',
  'Takes the likeliest word each time at 0. Higher varies the steps and makes mistakes likelier (GraphRAG: 0).':
    '为 0 时每次取最可能的词。数值越高，各步骤变化越大，也越容易出错（GraphRAG：0）。',
  Passages: '段落',
  'Shows the model at most this many passages. More cover more and take longer to read (GraphRAG: 10).':
    '最多向模型显示这么多个段落。数量越多，覆盖越广，阅读耗时越长（GraphRAG：10）。',
};
