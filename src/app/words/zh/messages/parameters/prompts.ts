/** Prompts, their sources and what is filled in. */
export const prompts: Readonly<Record<string, string>> = {
  'Local answer': '局部搜索的回答',
  'Answers from reports, entities, relationships, claims and passages around what the question names.':
    '根据问题所提及内容周围的报告、实体、关系、声明和段落作答。',
  'Basic answer': '基础搜索的回答',
  'Answers from the passages nearest to the question, the nearest first.': '根据与问题最接近的段落作答，最接近的优先。',
  'Global: does a report bear on the question?': '全局：报告是否与问题相关？',
  'Rates a report from 0 to 5, so that only the parts of the collection that bear on the question are read.':
    '为报告评 0 至 5 分，从而只读取文档集中与问题相关的部分。',
  'Global: points of a batch of reports': '全局：一批报告的要点',
  'Lists what a batch of reports says on the question, each point with how much it matters.':
    '列出一批报告对问题的说明，并注明每个要点的重要程度。',
  'Global: the answer from all points': '全局：汇总所有要点的回答',
  'Joins the points drawn from the reports into one answer, the most important first.':
    '将从报告中提取的要点汇总成一个回答，最重要的优先。',
  'DRIFT: hypothetical answer': 'DRIFT：假设答案',
  'Writes what an answer might look like, to find reports like it. It is never shown as an answer.':
    '拟写一个可能的答案，用于查找相似的报告。它不会作为回答显示。',
  'DRIFT: first answer from reports': 'DRIFT：根据报告的初步回答',
  'Answers from the reports nearest to the question as far as they go, and says what to look up next.':
    '尽可能根据与问题最接近的报告作答，并指出接下来要查什么。',
  'DRIFT: answer to a follow-up': 'DRIFT：后续问题的回答',
  'Answers one sub-question from passages, entities and relationships, and says what to look up next.':
    '根据段落、实体和关系回答一个子问题，并指出接下来要查什么。',
  'DRIFT: the answer from all steps': 'DRIFT：汇总所有步骤的回答',
  'Joins the answers to all sub-questions into one, the most helpful first.':
    '将所有子问题的回答汇总成一个，最有帮助的优先。',
  'Reading a passage, full': '阅读段落（完整）',
  'Asks a capable model for entities and relationships with descriptions and strengths, as GraphRAG does. You may paste in GraphRAG’s own prompt.':
    '向能力较强的模型询问实体和关系及其描述和强度，与 GraphRAG 相同。可以粘贴 GraphRAG 自己的提示词。',
  'What was missed': '遗漏的内容',
  'Asks in a further turn for what the first answer left out.': '在后续轮次中询问第一次回答遗漏的内容。',
  'Whether anything is still missing': '是否仍有遗漏',
  'Asks between two further turns whether another one is worth its cost.': '在两次追问之间询问是否值得再问一次。',
  'Reading a passage, compact': '阅读段落（精简）',
  'Asks a small model for names by number and relationships with the sentence that states them, without descriptions.':
    '向小模型询问编号的名称，以及附有原句的关系，不含描述。',
  'Claims of a passage': '段落中的声明',
  'Asks what a passage asserts of the names found in it, whether it is true, and when.':
    '询问段落对其中的名称有何断言、是否属实，以及何时发生。',
  'Two names, one entity?': '两个名称是否为同一实体？',
  'Asks whether two names mean the same person, place, organisation or thing, several pairs at once. A yes merges them, and can be undone.':
    '询问两个名称是否指同一人物、地点、组织或事物，一次询问多对。答案为“是”则合并，可以撤销。',
  'Adapting to the documents': '适配文档',
  'Proposes the field, a reader and kinds of entities from a few passages.':
    '根据少量段落建议领域、阅读者身份和实体类型。',
  'Rewriting a follow-up': '改写后续问题',
  'Puts the names that a follow-up question leaves out back into it, so that the right passages are found.':
    '将后续问题省略的名称补回，以便找到正确的段落。',
  'Proposes questions that lead on from the last answer and that the documents can answer.':
    '建议承接上一个回答、且文档能够回答的问题。',
  'Does the text say so?': '原文是否这样说？',
  'Asks whether a passage says what a sentence of an answer claims, several sentences at once. The chat model checks where no sentence checker is chosen.':
    '询问段落是否说了回答中某一句的主张，一次询问多句。未选择句子核对模型时，由聊天模型核对。',
  'Burrow’s own; GraphRAG does not check answers': 'Burrow 自有；GraphRAG 不核对回答',
  'Description of an entity or relationship': '实体或关系的描述',
  'Makes one description of several that were read in different places.': '将从不同位置读到的多条描述合为一条。',
  'Context of passages': '段落的语境',
  'Says for each passage what it is about and where it stands in its document, so that search finds it by words that it leaves out.':
    '说明每个段落的内容及其在文档中的位置，使搜索能凭其中省略的词语找到它。',
  'Contextual Retrieval': 'Contextual Retrieval（语境检索）',
  'Summary of passages': '段落的摘要',
  'Sums up passages, or summaries of passages, that belong together: a node of the tree of summaries.':
    '总结相关的段落，或这些段落的摘要：摘要树的一个节点。',
  RAPTOR: 'RAPTOR',
  'RAPTOR: answer': 'RAPTOR：回答',
  'Answers from summaries of several layers and from passages.': '根据多个层级的摘要和段落作答。',
  'Community report': '社区报告',
  'Reports on a community from tables of what is known of it.': '根据已知内容的表格，为一个社区撰写报告。',
  'Community report (minimal)': '社区报告（最简）',
  'Asks only for a title and a summary when no whole report could be read.': '无法读取完整报告时，只要求标题和摘要。',
  'Everything: the answer': '全文：回答',
  'Answers from all passages of the documents that are asked, in reading order.':
    '按阅读顺序，根据所问文档的全部段落作答。',
  'Contextual Retrieval, the whole of a small collection': 'Contextual Retrieval（语境检索）：小型文档集的全文',
  'Lazy: concepts in the question': '惰性：问题中的概念',
  'Puts those of the main concepts of the documents into the question that it means, for the search and the tests.':
    '将文档主要概念中问题所指的那些补入问题，供搜索和测试使用。',
  'LazyGraphRAG query expansion': 'LazyGraphRAG 的查询扩展',
  'Lazy: does a passage bear on the question?': '惰性：段落是否与问题有关？',
  'Tests whether a passage helps to answer the question, yes or no.': '测试段落是否有助于回答问题：是或否。',
  'LazyGraphRAG relevance test': 'LazyGraphRAG 的相关性测试',
  'Lazy: claims of relevant passages': '惰性：相关段落的主张',
  'Lists what relevant passages say on the question, each claim with the passages that say it and how much it matters.':
    '列出相关段落对问题的说法，每条主张附上出处段落及其重要程度。',
  'LazyGraphRAG claim extraction': 'LazyGraphRAG 的主张提取',
  'LightRAG: keywords of a question': 'LightRAG：问题的关键词',
  'Names what to look for before the search: names and terms, and broader themes.':
    '在搜索之前给出要查找的内容：名称和术语，以及更宽泛的主题。',
  'Reading a passage, LightRAG': '阅读段落，LightRAG',
  'Asks a capable model for entities and relationships with descriptions and the themes of each relationship, in one call.':
    '向能力强的模型一次询问实体和关系、其描述以及每个关系的主题。',
  'LightRAG 1.5 entity extraction': 'LightRAG 1.5 的实体提取',
  'Themes of relationships': '关系的主题',
  'Names the broad themes of relationships that were read before, several of them in one call, so that LightRAG finds them by these.':
    '为先前读到的关系命名宽泛的主题，一次多个，使 LightRAG 能据此找到它们。',
  'LightRAG 1.5 entity extraction, its keywords alone': 'LightRAG 1.5 的实体提取，仅其关键词',
  'LightRAG: answer': 'LightRAG：回答',
  'Answers from entities, relationships and passages around the keywords, or from passages alone.':
    '根据关键词周围的实体、关系和段落回答，或只根据段落回答。',
  'LightRAG 1.5 rag_response': 'LightRAG 1.5 的 rag_response',
  'LightRAG: answer without documents': 'LightRAG：不用文档的回答',
  'Puts the question and the conversation to the model, and shows it nothing of your documents.':
    '将问题和对话交给模型，不向其显示您的任何文档。',
  'LightRAG 1.5 bypass': 'LightRAG 1.5 的 bypass',
  'LightRAG 1.5 keyword extraction': 'LightRAG 1.5 的关键词提取',
  'GraphRAG 3.1 local_search': 'GraphRAG 3.1 的 local_search',
  'GraphRAG 3.1 basic_search': 'GraphRAG 3.1 的 basic_search',
  'GraphRAG 3.1 global_search, dynamic community selection': 'GraphRAG 3.1 的 global_search，动态社区选择',
  'GraphRAG 3.1 global_search, map': 'GraphRAG 3.1 的 global_search，map 步骤',
  'GraphRAG 3.1 global_search, reduce': 'GraphRAG 3.1 的 global_search，reduce 步骤',
  'GraphRAG 3.1 drift_search, HyDE': 'GraphRAG 3.1 的 drift_search，HyDE',
  'GraphRAG 3.1 drift_search, primer': 'GraphRAG 3.1 的 drift_search，primer 步骤',
  'GraphRAG 3.1 drift_search, local step': 'GraphRAG 3.1 的 drift_search，局部步骤',
  'GraphRAG 3.1 drift_search, reduce': 'GraphRAG 3.1 的 drift_search，reduce 步骤',
  'GraphRAG 3.1 extract_graph': 'GraphRAG 3.1 的 extract_graph',
  'GraphRAG 3.1 extract_graph, the further turn': 'GraphRAG 3.1 的 extract_graph，追问',
  'GraphRAG 3.1 extract_graph, the question between two further turns':
    'GraphRAG 3.1 的 extract_graph，两次追问之间的问题',
  'GraphRAG 3.1 extract_graph, for small models: its descriptions and strengths are left out':
    'GraphRAG 3.1 的 extract_graph，针对小模型略去了描述和强度',
  'GraphRAG 3.1 extract_claims': 'GraphRAG 3.1 的 extract_claims',
  'Burrow’s own; GraphRAG merges equal titles only': 'Burrow 自有；GraphRAG 只合并标题相同的实体',
  'GraphRAG 3.1 prompt-tune: domain, persona, entity types and language':
    'GraphRAG 3.1 的 prompt-tune：领域、角色、实体类型和语言',
  'Burrow’s own; GraphRAG searches with the last questions joined': 'Burrow 自有；GraphRAG 用最近几个问题拼接后搜索',
  'GraphRAG 3.1 question_gen': 'GraphRAG 3.1 的 question_gen',
  'GraphRAG 3.1 summarize_descriptions': 'GraphRAG 3.1 的 summarize_descriptions',
  'GraphRAG 3.1 create_community_reports': 'GraphRAG 3.1 的 create_community_reports',
  'GraphRAG 3.1 create_community_reports, title and summary alone':
    'GraphRAG 3.1 的 create_community_reports，仅标题和摘要',
  'what counts as a claim, as set for the reading': '什么算作声明，按阅读设置',
  'the answer that was given': '已给出的回答',
  'how many questions': '问题数量',
  'relationships with what is said of them, numbered': '编号的关系及其说明',
  'your own last instruction, as set for the mode, on a line of its own': '您自己的最后指示，按模式的设置，单独成行',
  'the main concepts of the documents': '文档的主要概念',
  'a passage with its document and headings': '一个段落及其文档和小标题',
  'tables of what the index has on the question, numbered': '索引中与问题有关内容的表格，带编号',
  'the descriptions to make one of': '要合为一条的描述',
  'words of a finding at most': '一条发现的最多词数',
  'findings at most': '发现数上限',
  'further questions at most': '后续问题数上限',
  'how to answer: in lines, or in JSON where the server or the browser demands it':
    '作答格式：按行，或在服务器或浏览器要求时用 JSON',
  'the newest turns of the conversation, if any': '最近几轮对话（如有）',
  'whether the model may add what it knows by itself': '模型是否可以补充自身的知识',
  'the language to write in': '撰写所用的语言',
  'words at most': '词数上限',
  'the names, numbered': '名称，带编号',
  'the question that all of this is for': '这一切所服务的问题',
  'the pairs of names, numbered, with sentences that use them': '名称对，带编号，附有使用它们的句子',
  'how the document begins, where the passages come later': '文档的开头（当段落不在开头时）',
  'passages, numbered': '段落，带编号',
  'points of a batch at most': '一批的要点数上限',
  'the question': '问题',
  'a community report': '一份社区报告',
  'the form of the answer, as set under Answers': '回答的形式，按“所有回答”中的设置',
  'the sentences of the passage, numbered': '段落的句子，带编号',
  'statements, numbered, each with the text that may say so': '陈述，带编号，各附可能支持它的文本',
  'words of the summary at most': '摘要的最多词数',
  'tables of what is known of the group': '关于该社区已知内容的表格',
  'the document and the headings above the passage': '文档及段落上方的各级标题',
  '{{0}} is missing: without it the model does not see that part.': '缺少 {{0}}：没有它，模型就看不到那一部分。',
  '{{0}} is not known here; write it without braces.': '此处没有 {{0}}，请去掉大括号。',
  '{input_text} is missing in what is sent with each call: paste the whole GraphRAG prompt there.':
    '“每次调用时发送”中缺少 {input_text}：请将整个 GraphRAG 提示词粘贴到那里。',
  'The instructions ask for another form than the GraphRAG prompt: clear them.':
    '指令要求的格式与 GraphRAG 提示词不同：请清空指令。',
  '{input_text} must stand in what is sent with each call only.': '{input_text} 只能出现在“每次调用时发送”中。',
  'the kinds of entities to look for': '要查找的实体类型',
  'Evaluation: questions on a fact': '评估：针对单个事实的问题',
  'Makes a question on one fact of each passage, with its answer and the statements that a good answer makes.':
    '针对每个段落中的一个事实提出问题，并给出答案以及好的回答应包含的陈述。',
  'BenchmarkQED, data-local questions and assertions': 'BenchmarkQED 的局部数据问题和断言',
  'Evaluation: questions on linked facts': '评估：针对关联事实的问题',
  'Makes a question that needs two facts or more that share a name: a bridge, a comparison, what two things share, or an order in time.':
    '提出需要两个或更多共有同一名称的事实才能回答的问题：桥接、比较、共同点或时间先后。',
  'BenchmarkQED, data-linked questions': 'BenchmarkQED 的关联数据问题',
  'Evaluation: questions on themes': '评估：针对主题的问题',
  'Makes questions on the themes of a group of facts, which only many passages together answer.':
    '针对一组事实的主题提出问题，这类问题需要许多段落合起来才能回答。',
  'BenchmarkQED, data-global questions': 'BenchmarkQED 的全局数据问题',
  'Evaluation: claims of an answer': '评估：回答中的主张',
  'Takes an answer or a reference apart into statements of one fact each, so that each can be checked.':
    '将回答或参考答案拆成每条只含一个事实的陈述，以便逐条核对。',
  'RAGChecker, claim extraction of RefChecker': 'RAGChecker，采用 RefChecker 的主张抽取',
  'Evaluation: does a text state the claims?': '评估：文本是否陈述了这些主张？',
  'Checks up to five claims against one passage or answer at once, where no sentence checker is chosen.':
    '未选择句子核对模型时，一次用一个段落或回答核对至多五条主张。',
  'RAGChecker, joint check of RefChecker': 'RAGChecker，采用 RefChecker 的联合核对',
  'Evaluation: does an answer make a statement?': '评估：回答是否包含某条陈述？',
  'Tests whether an answer says what a good answer should say, yes or no.':
    '检验回答是否说出了好的回答应说的内容，是或否。',
  'BenchmarkQED, assertion scoring': 'BenchmarkQED 的断言评分',
  'Evaluation: does a passage support a statement?': '评估：段落是否支持某条陈述？',
  'Grades how far a passage supports what a good answer should say, where no sentence checker is chosen.':
    '未选择句子核对模型时，评定段落在多大程度上支持好的回答应说的内容。',
  'BenchmarkQED, chunk assertion scoring': 'BenchmarkQED 的文本块断言评分',
  'Evaluation: the better of two answers': '评估：两个回答中较好的一个',
  'Says which of two answers is better by one criterion, or that neither is. Each pair is shown in both orders.':
    '按一项标准判断两个回答中哪个更好，或不分高下。每一对都以两种顺序展示。',
  'BenchmarkQED, pairwise scoring': 'BenchmarkQED 的成对评分',
  'Evaluation: how two answers differ': '评估：两个回答有何不同',
  'Lists what two answers share and what only one of them says, so that only the difference is judged.':
    '列出两个回答的共同内容和各自独有的内容，从而只评判差异。',
  'BenchmarkQED, differential pairwise scoring': 'BenchmarkQED 的差异成对评分',
  'Evaluation: the better of two differences': '评估：两份差异中较好的一份',
  'Says by each criterion which of two answers is better, from what they share and what only one of them says.':
    '根据共同内容和各自独有的内容，按每项标准判断哪个回答更好。',
  'Evaluation: how relevant is a passage?': '评估：段落的相关程度如何？',
  'Rates a passage from 0 to 3 for a question. These ratings are the reference by which retrieval is measured.':
    '针对问题为段落评 0 至 3 分。这些评分是衡量检索的参照。',
  'BenchmarkQED, relevance of retrieved chunks (UMBRELA)': 'BenchmarkQED 的检索片段相关性（UMBRELA）',
  'claims, numbered': '主张，带编号',
  'what two answers share': '两个回答的共同内容',
  'what to compare by': '比较所依据的标准',
  'facts, numbered': '事实，带编号',
  'the first of two answers, or what only it says': '两个回答中的第一个，或其独有的内容',
  'the second of two answers, or what only it says': '两个回答中的第二个，或其独有的内容',
  'the statement to look for': '要查找的陈述',
  'the kind of question to write': '要提出的问题类型',
  'the text that is judged by, or taken apart': '作为评判依据或要拆分的文本',
};
