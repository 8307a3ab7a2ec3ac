/** Messages of the engine: its errors, the notes of a search, and reasons why a file or a passage was not read. */
export const engine: Readonly<Record<string, string>> = {
  // Exports and imports
  'Export for other programs': '导出给其他程序',
  'Writes what Burrow knows of “{0}” in a form that other programs read. To open it in Burrow again, use Export collection.':
    '把 Burrow 对“{0}”的了解写成其他程序能读取的格式。若要在 Burrow 中再次打开，请使用“导出文档集”。',
  Format: '格式',
  Export: '导出',
  What: '内容',
  'The whole collection': '整个文档集',
  'Chosen documents': '所选文档',
  'A community': '一个社区',
  'Selected on the map ({0})': '地图上选中的（{0}）',
  Community: '社区',
  Documents: '文档',
  'Level of communities and reports': '社区与报告的层级',
  'All levels': '所有层级',
  'Top topics': '顶层主题',
  'Level {0}': '第 {0} 层',
  'Reading the communities': '读取社区',
  'With the snapshots of each step': '附带每个步骤的快照',
  'Adds the graph as it was read, before pruning and without your edits, graph.graphml, and the vectors of passages, entities and reports. What this collection lacks is left out.':
    '加入读取所得的图（修剪之前，不含您的编辑）、graph.graphml，以及段落、实体和报告的向量。此文档集没有的内容会略去。',
  'Making the reports: {0}': '正在生成报告：{0}',
  'Making the raw graph: {0}': '正在生成原始图：{0}',
  '{0} written, {1}': '已写入 {0}，{1}',
  'Import a collection': '导入文档集',
  'Adds a collection of its own. What is open stays as it is.': '添加一个独立的文档集。当前打开的文档集保持不变。',
  'Choose files': '选择文件',
  'Saved copy': '保存的副本',
  'A .burrow file from Export collection.': '由“导出文档集”得到的 .burrow 文件。',
  'Parquet files of Microsoft GraphRAG 0.5 to 3, all together or as a ZIP file. For a folder of them, use Add a folder.':
    'Microsoft GraphRAG 0.5 至 3 的 Parquet 文件，一起选择或打包为 ZIP 文件。若是文件夹，请用“添加文件夹”。',
  'As yEd, Gephi, Neo4j, TinkerPop, networkx, igraph, LightRAG and nano-graphrag write it.':
    '由 yEd、Gephi、Neo4j、TinkerPop、networkx、igraph、LightRAG 和 nano-graphrag 写出。',
  'As Gephi and networkx write it.': '由 Gephi 和 networkx 写出。',
  'As networkx, D3, Cytoscape and graphology write it.': '由 networkx、D3、Cytoscape 和 graphology 写出。',
  'As Neo4j and Gephi write it, or with columns source and target.':
    '由 Neo4j 和 Gephi 写出，或含有 source 和 target 列。',
  'Imported as “{0}”.': '已导入为“{0}”。',
  'Only relationships, not the list of nodes, name {0} of the entities.':
    '{0} 个实体不在节点列表中：只有关系提到它们。',
  '{0} relationships were left out: they name entities that are not in the table.':
    '略去了 {0} 个关系：它们提到的实体不在表中。',
  '{0} claims were left out: their text units are not in the table.': '略去了 {0} 条声明：它们的文本单元不在表中。',
  '{0} reports were left out: their communities are not in the table.': '略去了 {0} 份报告：它们的社区不在表中。',
  '{0} text units began with lines about their document, which were left out: they are no part of its text.':
    '{0} 个文本单元开头有关于其文档的行，这些行不属于文档正文，因此略去。',
  '{0} text units are not in their documents word for word; they stand at the end of them.':
    '{0} 个文本单元与其文档的文字不完全一致；它们被放在文档末尾。',

  // Files of questions
  'Answers of the file were left out, since every mode gives its own: {0}.':
    '文件中的回答未采用，因为每种模式都会给出自己的回答：{0}。',
  'No right answer was read. In such a file it is called “reference” or “gt_answer”.':
    '没有读到正确答案。在这类文件中，它的字段名为 reference 或 gt_answer。',
  'Evidence that is nowhere in the documents was left out: {0}.': '已略去文档中找不到的证据：{0}。',
  'The file holds no list of questions.': '文件中没有问题列表。',
  'The file is not valid JSON.': '文件不是有效的 JSON。',
  'A quotation mark of the file is never closed.': '文件中有一个引号没有结束。',
  'The first row names no column “question”, but: {0}.': '首行没有名为“question”的列，只有：{0}。',
  'Record {0}': '第 {0} 条记录',
  'Row {0}': '第 {0} 行',
  '{0}: {1}.': '{0}：{1}。',
  'it is no object with fields': '不是带字段的对象',
  'it has no question': '没有问题',
  '“{0}” is no list': '“{0}”不是列表',
  'assertion {0} has no statement': '第 {0} 条断言没有陈述',

  // Chinese sentences follow each other without a space.
  '{0} {1}': '{0}{1}',
  // Lists and time
  '{0}, {1}': '{0}、{1}',
  'a minute': '一分钟',
  '{0} minutes': '{0} 分钟',
  '{0} seconds': '{0} 秒',
  // Workers of the page
  'The engine': '引擎',
  'The model': '模型',
  'The connection to the model server': '与模型服务器的连接',
  'The embedding model': '嵌入模型',
  'The sentence checker': '句子核查模型',
  'The reranker': '重排模型',
  'The download': '下载',
  'A worker': '一个 Worker',
  '{0} could not be started.': '{0}无法启动。',
  '{0} has stopped.': '{0}已停止。',
  '{0} has crashed.': '{0}已崩溃。',
  '{0} was closed.': '{0}已关闭。',
  '{0} has not answered for {1} seconds.': '{0}已 {1} 秒没有响应。',
  'one other tab of Burrow': '另一个 Burrow 标签页',
  '{0} other tabs of Burrow': '另外 {0} 个 Burrow 标签页',
  '{0} did not answer; reload them to download there': '{0}没有响应；请重新加载，才能在那里下载',
  '{0} did not answer, and what is under way may go on there until it is closed. Nothing new is let through':
    '{0}没有响应，那里正在进行的内容可能会继续，直到标签页关闭。新的请求已不再放行',
  'Burrow’s guard, its service worker, could not be installed, so no document is opened.':
    'Burrow 的防护（Service Worker）无法安装，因此未打开任何文档。',
  'Burrow’s guard, its service worker, did not start. Reload the page to try again.':
    'Burrow 的防护（Service Worker）未能启动。请重新加载页面后再试。',
  'This browser window has no service workers (some private windows switch them off). Burrow needs one to keep every request inside; open it in an ordinary window.':
    '此浏览器窗口没有 Service Worker（某些隐私窗口会将其关闭）。Burrow 需要它来拦住所有外部请求；请在普通窗口中打开。',
  'Burrow needs a secure address to guard your documents and to store them. Open it over https:// or on this machine as http://localhost{0}.':
    'Burrow 需要安全的地址来保护并存储您的文档。请通过 https:// 打开，或在本机以 http://localhost{0} 打开。',
  'Burrow’s guard, its service worker, did not answer': 'Burrow 的防护（Service Worker）没有响应',
  'Burrow’s guard, its service worker, could not do it (is the disk full?)':
    'Burrow 的防护（Service Worker）无法完成（磁盘是否已满？）',
  'a part of Burrow stopped, and with it everything is gone, since this window cannot keep files. Add your documents again, or open a saved copy.':
    'Burrow 的一部分已停止，由于此窗口无法保存文件，所有内容都已丢失。请重新添加文档，或打开已保存的副本。',
  // Collections and documents
  'No collection is open. Open one from the library.': '没有打开的文档集。请在文档库中打开一个。',
  'This collection is not here. Your other collections are kept.': '此处没有这个文档集。您的其他文档集不受影响。',
  'Another tab is writing to this collection, so this tab can only read it. Close the other tab, then choose Refresh.':
    '另一个标签页正在写入此文档集，因此本标签页只能读取。请关闭另一个标签页，然后选择“刷新”。',
  'Another collection is open now, so this answer was not kept.': '现在打开的是另一个文档集，因此未保留此回答。',
  'A document of which the model was to be asked was deleted.': '要询问模型的文档已被删除。',
  'This collection was deleted, perhaps in another tab. Its answer was not kept.':
    '此文档集已被删除，可能是在另一个标签页中。其回答未保留。',
  'This document is no longer in the collection.': '此文档已不在文档集中。',
  'The saved copy of this file is gone. Add it again.': '此文件的保存副本已丢失。请重新添加。',
  'This file differs from the one added before.': '此文件与之前添加的不同。',
  'The same file is already here as “{0}”.': '同一文件已在此处，名为“{0}”。',
  'The archive holds no files that can be read.': '压缩包中没有可读取的文件。',
  'The spaces between words seem to be missing.': '词与词之间似乎缺少空格。',
  'Words are set letter by letter.': '单词被逐个字母拆开。',
  'Words are broken by spaces within them.': '单词中间夹有空格。',
  'Letters such as “fi” and “fl” seem to be missing.': '“fi”“fl”等字母似乎缺失。',
  'It has characters that could not be read (�).': '含有无法读取的字符（�）。',
  'It was read in the wrong encoding.': '读取时使用了错误的编码。',
  'It has characters that only its own font can show.': '含有只有其自带字体才能显示的字符。',
  'It has control characters in the text.': '文本中含有控制字符。',
  'No embedding model is chosen. Choose one in Settings, under Models.': '尚未选择嵌入模型。请在“设置 › 模型”中选择。',
  '{0} gave vectors that cannot be used. What was embedded before is kept; try another embedding model.':
    '{0} 给出的向量无法使用。之前嵌入的内容已保留；请尝试其他嵌入模型。',
  // Entities: names that may be one, and edits
  'This entity is no longer in the index.': '此实体已不在索引中。',
  '“{0}” cannot be split off: every document that has it also uses the main name, and the two are not told apart there.':
    '无法拆分“{0}”：凡是含有它的文档也使用主名称，两者在其中无法区分。',
  'Changed “{0}”': '更改了“{0}”',
  'Merged “{0}” into “{1}”': '将“{0}”合并到“{1}”',
  'Split “{0}” off “{1}”': '将“{0}”从“{1}”中拆分',
  'Kept “{0}” and “{1}” apart': '将“{0}”和“{1}”保持分开',
  'Renamed “{0}” to “{1}”': '将“{0}”重命名为“{1}”',
  'Changed the type of “{0}” to {1}': '将“{0}”的类型改为 {1}',
  '{0} joined “{1}” with “{2}”': '{0} 将“{1}”与“{2}”合并',
  '{0} could not tell whose name “{1}” is, and kept it apart from “{2}”':
    '{0} 无法判断“{1}”是谁的名称，因此未与“{2}”合并',
  '{0} kept “{1}” and “{2}” apart': '{0} 将“{1}”和“{2}”保持分开',
  'Deleted “{0}”': '删除了“{0}”',
  '“{0}” is the last word of “{1}”.': '“{0}”是“{1}”的最后一个词。',
  '“{0}” is the first word of “{1}”.': '“{0}”是“{1}”的第一个词。',
  'No other full name here has it.': '这里没有其他全名含有它。',
  'They appear with one of the same entities.': '它们与同一个实体一同出现。',
  'They appear with {0} of the same entities.': '它们与 {0} 个相同的实体一同出现。',
  '“{0}” is “{1}” with a title.': '“{0}”是带头衔的“{1}”。',
  '“{0}” may stand for the given name of “{1}”.': '“{0}”可能是“{1}”名字的缩写。',
  '“{0}” is made of the initials of “{1}”.': '“{0}”由“{1}”的首字母组成。',
  '“{0}” and “{1}” are spelt almost alike.': '“{0}”和“{1}”的拼写几乎相同。',
  '“{0}” is part of “{1}”, and both appear with the same entities.':
    '“{0}”是“{1}”的一部分，且二者与相同的实体一同出现。',
  // What is found by its name, and what leads on from it
  'page {0}': '第 {0} 页',
  'page {0}, read from a picture': '第 {0} 页，识别自图片',
  'slide {0}': '第 {0} 张幻灯片',
  'sheet {0}': '工作表 {0}',
  'sheet {0}, row {1}': '工作表 {0}，第 {1} 行',
  'chapter {0}': '章节 {0}',
  'message {0}': '邮件 {0}',
  'mentioned here': '在此提到',
  'also “{0}”': '又名“{0}”',
  'appears with': '一同出现',
  'its community': '所属社区',
  'wider community': '上级社区',
  'part of it': '其中的一部分',
  'one end': '一端',
  '{0}, found once': '{0}，找到 1 次',
  '{0}, found {1} times': '{0}，找到 {1} 次',
  'on {0} entity': '涉及 {0} 个实体',
  'on {0} entities': '涉及 {0} 个实体',
  'Community of {0}, broadest level, importance {1} of 10': '{0} 个成员的社区，最广层级，重要性 {1} / 10',
  'Community of {0}, level {1}, importance {2} of 10': '{0} 个成员的社区，第 {1} 级，重要性 {2} / 10',
  // Why a mode was chosen
  'Your choice.': '由您选择。',
  'Chosen to compare with the other answer.': '选来与另一个回答对比。',
  'There is no question yet.': '还没有问题。',
  'A question about the chosen documents.': '关于所选文档的问题。',
  'A question about the whole collection.': '关于整个文档集的问题。',
  'Nothing matches its words.': '没有内容与其词语相符。',
  'Your question names no entity of your documents.': '问题中没有提到您文档里的任何实体。',
  'Your question names {0}.': '您的问题提到{0}。',
  // What a search does
  'Waiting for the model.': '正在等待模型。',
  'Comes after the answer beside it.': '将在旁边的回答之后进行。',
  'Passages first, while names and connections are still being read.': '先列出段落；名称和关联仍在读取中。',
  'Reading the question in its conversation.': '正在结合对话理解问题。',
  'Naming what to look for.': '正在提取要查找的关键词。',
  'Asking the model without your documents.': '正在不使用您的文档询问模型。',
  'This answer does not come from your documents. The model was shown none of them, and nothing was checked.':
    '此回答并非来自您的文档。模型没有看到其中任何内容，也没有核对任何句子。',
  'This method asks a chat model and shows it none of your documents. Choose a model and let it answer, or choose another method.':
    '此方法只询问聊天模型，不向其显示您的文档。请选择一个模型并让它回答，或选择其他方法。',
  'Imagining an answer to search by.': '正在拟写用于搜索的假设答案。',
  'Reading the closest reports.': '正在阅读最接近的报告。',
  'Looking up: {0}': '正在查找：{0}',
  'Rating “{0}”.': '正在为“{0}”评分。',
  'Rating reports: {0} of {1} of this level.': '正在为报告评分：此层级 {0} / {1}。',
  'No model has written contexts of these passages yet: titles and headings stood in for them.':
    '尚无模型为这些段落撰写语境：以标题和小标题代替。',
  'The reranker read {0} passages only: {1}': '重排序模型只阅读了 {0} 个段落：{1}',
  'Not all passages of this index are here, so only the {0} nearest to the question were read.':
    '此索引的段落并未全部在此，因此只读取了与问题最接近的 {0} 个段落。',
  'All {0} passages take {1} tokens, and there is room for {2}. So only the {3} nearest to the question were read.':
    '全部 {0} 个段落共 {1} 个 token，而可用空间为 {2} 个。因此只读取了与问题最接近的 {3} 个段落。',
  'Without a chat model, Everything shows the passages nearest to the question, as Basic does.':
    '没有聊天模型时，“全文”与“基础”一样，只展示与问题最接近的段落。',
  'Reading relevant passages: {0}.': '正在阅读相关段落：{0}。',
  'Reading relevant passages: {0} of {1} batches done.': '正在阅读相关段落：已完成 {0} / {1} 批。',
  'Testing passages: {0} of at most {1} tested, {2} of them relevant.':
    '正在测试段落：已测试 {0} 个，上限 {1} 个，其中 {2} 个相关。',
  'Tests that did not come: {0}. These passages were left out: {1}': '未得到结果的测试：{0} 次。这些段落被略去：{1}',
  'No passage was tested: the nearest ones were read instead.': '没有测试任何段落：改为阅读最接近的段落。',
  'Naming concepts of your documents in the question.': '正在问题中补充您文档的概念。',
  'The passages were not tested: {0}': '未能测试段落：{0}',
  'Reading reports: {0}.': '正在阅读报告：{0}。',
  'Reading reports: {0} of {1} batches done.': '正在阅读报告：已完成 {0} / {1} 批。',
  'batch {0} of {1}': '第 {0} 批，共 {1} 批',
  'part {0} of {1}': '第 {0} 部分（共 {1} 部分）',
  'Joining what was found.': '正在汇总发现。',
  'Joining {0} points.': '正在汇总 {0} 个要点。',
  'Joining {0} answers.': '正在汇总 {0} 个回答。',
  'Writing the answer anew, with what was asked meanwhile.': '正在结合期间提出的问题重新撰写回答。',
  'Waiting for a call that runs before it.': '正在等待之前的一次调用。',
  'Waiting for {0} calls that run before it.': '正在等待之前的 {0} 次调用。',
  'Waiting: a question goes first.': '等待中：先处理问题。',
  // Notes of a search
  'Compared by meaning with {0}.': '已用 {0} 按语义比较。',
  'Searched by words only: {0}': '仅按词语搜索：{0}',
  'Searched by words only: this collection has not been embedded with {0} yet.':
    '仅按词语搜索：尚未用 {0} 为此文档集生成嵌入。',
  'Searched by words only: this collection was embedded with another version of {0}.':
    '仅按词语搜索：此文档集的嵌入由 {0} 的另一版本生成。',
  'Its vectors have {0} numbers now, and had {1}.': '其向量现有 {0} 维，此前为 {1} 维。',
  'Embed this collection again in Settings, under Models.': '请在“设置 › 模型”中重新嵌入此文档集。',
  'the embedding model took too long.': '嵌入模型耗时过长。',
  'It took too long.': '耗时过长。',
  'The search went on without asking the model first: {0}': '搜索未先询问模型便继续进行：{0}',
  'The reranker did not read the passages: {0}': '重排模型没有阅读段落：{0}',
  'The sentence checker did not read to the end: {0}': '句子核查模型没有读完：{0}',
  'The model did not answer: {0}': '模型没有回答：{0}',
  '{0} did not answer: {1}': '{0} 没有回答：{1}',
  '{0} broke off: {1}': '{0} 中断：{1}',
  'It broke off before its end.': '它在结束前中断了。',
  '{0} reached the length set for an answer, so the end is missing.': '{0} 达到了设定的回答长度，因此缺少结尾。',
  '{0} reference': '{0} 处引用',
  '{0} references': '{0} 处引用',
  '{0} gave {1} to sources that do not exist; citations were found without them.':
    '{0} 给出的 {1}指向不存在的来源；引用未据此查找。',
  'The model rated {0} reports; {1} bear on the question.': '模型为 {0} 份报告评分，其中 {1} 份与问题相关。',
  'Ratings that did not come: {0}. These reports were read: {1}': '未得到的评分：{0} 个。这些报告仍被阅读：{1}',
  'None of the ratings came (asked for: {0}), so the reports were taken by their rank: {1}':
    '没有得到任何评分（请求了 {0} 个），因此按重要性选取报告：{1}',
  'None of the ratings came (asked for: {0}), so no more were asked for, and the reports were taken by their rank: {1}':
    '没有得到任何评分（请求了 {0} 个），因此不再请求，而是按重要性选取报告：{1}',
  '{0} further reports were not rated: the limit of ratings set for Global was reached.':
    '另有 {0} 份报告未评分：已达到“全局”设定的评分上限。',
  'Batch {0} was not read: {1}': '第 {0} 批未能读取：{1}',
  'The reply on batch {0} was damaged or cut: only the points that are whole were used.':
    '关于第 {0} 批的回复已损坏或被截断：仅采用了完整的要点。',
  'There are no community reports yet, so passages were read in their place.': '尚无社区报告，因此改为阅读段落。',
  'There are no community reports of importance {0} or more, so passages were read in their place.':
    '没有重要性达到 {0} 的社区报告，因此改为阅读段落。',
  'One report was not read.': '有 1 份报告未读取。',
  '{0} reports were not read.': '有 {0} 份报告未读取。',
  'The limit set for Global is {0} batch.': '“全局”设定的上限为 {0} 批。',
  'The limit set for Global is {0} batches.': '“全局”设定的上限为 {0} 批。',
  'Those that matter most were read.': '已读取最重要的报告。',
  'Of {0} points the {1} most important found room in the last call.':
    '共 {0} 个要点，最后一次调用只容纳了其中最重要的 {1} 个。',
  'Of {0} answers the {1} most important found room in the last call.':
    '共 {0} 个回答，最后一次调用只容纳了其中最重要的 {1} 个。',
  'No answer was imagined to search by: {0}': '没有拟写出用于搜索的假设答案：{0}',
  'There are no community reports to begin with, so the question itself was asked of the passages.':
    '没有可供起步的社区报告，因此直接在段落中查找问题本身。',
  'The first call gave no further questions, so the question itself was asked of the passages.':
    '第一次调用没有给出后续问题，因此直接在段落中查找问题本身。',
  'Of the closest reports {0} was not read: {1}': '最接近的报告中，{0}未能读取：{1}',
  '“{0}” was not answered: {1}': '“{0}”没有得到回答：{1}',
  '{0} question on the way was left out by hand, so not all of the documents was looked through.':
    '有 {0} 个子问题被手动跳过，因此并未查阅全部文档。',
  '{0} questions on the way were left out by hand, so not all of the documents was looked through.':
    '有 {0} 个子问题被手动跳过，因此并未查阅全部文档。',
  'It was stopped before these findings were joined into one answer:': '在将以下发现汇总为一个回答之前已被停止：',
  'The model failed before it had joined these findings into one answer:': '模型在将以下发现汇总为一个回答之前失败：',
  'A question that came from a deleted document.': '来自已删除文档的问题。',
  'It failed.': '失败。',
  // Calls of a model
  'The model wrote nothing that can be used, or what it was to write from has changed. Nothing was changed. Try again.':
    '模型没有写出可用的语境，或文档已更改。未作任何更改。请重试。',
  'A run has no step “{0}”, so it cannot be left out.': '运行中没有步骤“{0}”，因此无法略去。',
  '“{0}” cannot be left out: “{1}” needs it.': '无法略去“{0}”：“{1}”需要它。',
  '“{0}” is made beside a run with a model, not by it.': '“{0}”独立于用模型的运行，因此无法在此略去。',
  'No chat model is chosen. Choose one in Settings, under Models.': '尚未选择对话模型。请在“设置 › 模型”中选择。',
  'No chat model is chosen any more.': '不再有选定的对话模型。',
  'Another chat model is chosen now than {0}, with which this began.':
    '此任务以 {0} 开始，但现在选择的是另一个对话模型。',
  'What was read is kept.': '已读取的内容会保留。',
  'Resume goes on with the new one.': '点击“继续”即可改用新模型。',
  'Choose one in Settings, under Models; then Resume goes on.': '请在“设置 › 模型”中选择一个，然后点击“继续”。',
  'A question goes first; this is begun again after it.': '先处理问题，之后重新开始此任务。',
  'Trying again.': '正在重试。',
  'The model ended without a reply.': '模型结束时没有给出回复。',
  'The model has been silent for {0}.': '模型已 {0}没有输出。',
  'The model has not answered for {0}; it may be slow.': '模型已 {0}没有响应；可能是速度较慢。',
  'The reply has not the form that was asked for.': '回复不符合要求的格式。',
  'Its reply was empty, also when it was asked again.': '它的回复为空，再次请求后仍然如此。',
  'None of its replies could be used: they were empty, cut short or not in the form that was asked for.':
    '它的回复都无法使用：为空、被截断，或不符合要求的格式。',
  'The question and the prompt are too long for its window of {0} tokens, in which its reply must find room, too.':
    '对于它 {0} 个 token 的窗口，问题与提示词过长，因为其中还须容纳回复。',
  'The question and the prompt leave no room for your documents in its window of {0} tokens.':
    '在它 {0} 个 token 的窗口中，问题与提示词没有给您的文档留下空间。',
  'This browser no longer offers a model of its own. Choose another chat model in Settings, under Models.':
    '此浏览器不再提供自带模型。请在“设置 › 模型”中选择其他对话模型。',
  'The configuration of “{0}” names no tokenizer that WebLLM reads.': '“{0}”的配置没有指明 WebLLM 可读取的分词器。',
  'The list of weights names a file outside the model’s folder.': '权重列表中有一个文件位于模型文件夹之外。',
  // Addresses of model servers
  'Nothing was sent.': '没有发送任何内容。',
  'This is not the address of a model server. It looks like http://localhost:11434.':
    '这不是模型服务器的地址。地址形如 http://localhost:11434。',
  'An address with a name or a password in it is not used. Leave them out; a key has a field of its own.':
    '不使用含有用户名或密码的地址。请去掉它们；密钥有单独的输入框。',
  'A server on this machine is reached without encryption: write http://{0}{1}.':
    '本机上的服务器以不加密方式访问：请填写 http://{0}{1}。',
  '“{0}” is a name of this machine: write http://localhost{1}.': '“{0}”是本机的名称：请填写 http://localhost{1}。',
  '“{0}” cannot be allowed by name: a browser’s policy takes names of letters, digits and hyphens, and IPv4 addresses.':
    '无法按名称允许“{0}”：浏览器的策略只接受由字母、数字和连字符组成的名称，以及 IPv4 地址。',
  '“{0}” is not a local-network address, so it needs https: write https://{1}{2}.':
    '“{0}”不是局域网地址，因此需要 https：请填写 https://{1}{2}。',
  'Sealed mode is on, so nothing is sent to {0}: it is not this machine. Switch sealed mode off, or use a server on this machine. Nothing was sent.':
    '封闭模式已开启，因此不会向 {0} 发送任何内容：它不是本机。请关闭封闭模式，或使用本机上的服务器。没有发送任何内容。',
  // Indexing with a model
  'The size of this model is not known.': '此模型的大小未知。',
  'By its name this model has {0} billion parameters.': '从名称看，此模型有 {0}B（十亿）参数。',
  'Full depth suits it: it is large enough to describe what it finds.': '适合“完整”：它足够大，能够描述所找到的内容。',
  'Compact suits it: small models name things well and describe them badly.':
    '适合“精简”：小模型善于命名，却不善于描述。',
  'Of a collection of this size it would read every passage.': '对于这种规模的文档集，它会阅读每个段落。',
  'Of a collection of this size it would read the {0} % of passages that say most.':
    '对于这种规模的文档集，它会阅读信息最丰富的 {0}% 段落。',
  'This goes on by itself: next try in {0}.': '将自动继续：{0}后重试。',
  'A passage of “{0}” could not be read: {1} replies of the model held nothing that can be used. It keeps what was found without a model; another model may read it.':
    '“{0}”的一个段落无法读取：模型的 {1} 次回复中没有可用的内容。它保留不用模型找到的内容；可以换另一个模型来读取。',
  'Some passages have no embeddings yet, so summaries cannot be placed by meaning. What was made before is kept. Embed the collection first (Settings, Models), or choose words.':
    '有些段落还没有嵌入向量，因此无法按含义归组摘要。之前生成的内容已保留。请先为此文档集生成嵌入（“设置 › 模型”），或选择词语。',
  'Nothing could be used of the last {0} items of “{1}”: the model did not keep to the form. What was made before is kept. Leave this step out, or choose a larger model.':
    '“{1}”的最后 {0} 项没有任何可用内容：模型没有遵守格式。此前完成的内容已保留。请略过此步骤，或选用更大的模型。',
  'Nothing could be used of {0}: the model named nothing that stands in them, or did not keep to the form. What was read before is kept, and in these passages what was found without a model stands. Try one passage in Settings, or choose a larger model.':
    '{0}没有可用的结果：模型没有给出其中存在的内容，或没有遵守格式。之前读取的内容会保留，这些段落则沿用不用模型找到的内容。请在“设置”中用一个段落试用，或选择更大的模型。',
  'the last passage': '最后一个段落',
  'the last {0} passages': '最后 {0} 个段落',
  '{0} of {1} passages': '{1} 个段落中的 {0} 个',
  'A model is indexing. Nothing was taken back. Stop it first, then try again.':
    '模型正在索引。未撤销任何内容。请先停止，然后重试。',
  'The model wrote nothing that can be used, or the community has changed. The report that was there stays.':
    '模型没有写出可用的内容，或社区已发生变化。原有报告保持不变。',
  '{0} wrote nothing that can be used, so nothing was changed. Try again, which asks it anew, or choose a larger model for reports in Settings.':
    '{0} 没有写出可用的内容，因此未作更改。请重试以重新请求，或在“设置”中为报告选择更大的模型。',
  'The sentences that name it changed while the model wrote, so what it wrote was left out and nothing was changed. Try again.':
    '模型撰写期间，提到它的句子发生了变化，因此未采用所写内容，也未作更改。请重试。',
  'No sentence names this entity any more, so there is nothing to describe. Nothing was changed.':
    '不再有句子提到此实体，因此无可描述。未作更改。',
  'There is no passage to try it on. Add a document first.': '没有可供试用的段落。请先添加文档。',
  'There is nothing to look at. Add a document first.': '没有可查看的内容。请先添加文档。',
  // What the browser did
  "the browser's storage is full": '浏览器的存储空间已满',
  'a file is not there any more, or the browser cannot read it': '文件已不存在，或浏览器无法读取',
  'it was stopped': '已停止',
  'it took too long': '耗时过长',
  'the browser refused it': '浏览器拒绝了此操作',
  // Damaged files
  "One of the two lists of this collection's files was damaged on this disk. It was made again from the other one. Nothing was lost.":
    '此文档集的两份文件清单之一在此磁盘上已损坏。已根据另一份重新生成。没有内容丢失。',
  'The original of this document has changed on this disk, so it cannot be opened. Its text is kept. Add the same file again to have it back.':
    '此文档的原文件在此磁盘上已改变，因此无法打开。其文本仍然保留。请重新添加同一文件以恢复它。',
  'This answer was damaged on this disk, and is lost. Ask the question again.':
    '此回答在此磁盘上已损坏并丢失。请重新提问。',
  'A file of the index was damaged. Documents that are read again from their kept originals: {0}.':
    '索引的一个文件已损坏。将从保留的原件重新读取的文档数：{0}。',
  'Its text was damaged on this disk. Add the file again, or open a saved copy of this collection.':
    '其文本在此磁盘上已损坏。请重新添加该文件，或打开此文档集的副本。',
  'A file of the index was damaged. Documents whose passages are read again from their kept text: {0}. {1}':
    '索引的一个文件已损坏。将从保留的文本重新读取段落的文档数：{0}。{1}',
  'A file with your changes to names was damaged. Changes that may be lost: {0}. Make them again, or open a saved copy of this collection.':
    '保存您对名称所作更改的一个文件已损坏。可能丢失的更改数：{0}。请重新更改，或打开此文档集的副本。',
  'A file of embeddings was damaged. They are made again when you next make embeddings. {0}':
    '嵌入的一个文件已损坏。下次生成嵌入时会重新生成。{0}',
  'A file of the index was damaged. It is made again from the documents. {0}':
    '索引的一个文件已损坏。将根据文档重新生成。{0}',
  'Nothing else was lost.': '没有其他内容丢失。',
  'What a language model had written there is lost; index with the model again to have it back.':
    '语言模型写在其中的内容已丢失；请再次用模型建立索引以恢复。',
  'The query was stopped after {0} seconds. Ask for less, such as fewer tables at once.':
    '查询在 {0} 秒后停止。请减少查询的内容，例如一次用更少的表。',
  'A file of the notebook was damaged. Notes that may be lost: {0}. Open a saved copy of this collection to have them back.':
    '笔记本的一个文件已损坏。可能丢失的笔记数：{0}。请打开此文档集的副本以找回它们。',
  'The picture of the map could not be kept. Make the window smaller and pin it again.':
    '无法保存地图的图片。请缩小窗口后再次钉住。',
  'The index is being brought up to date. Nothing was pinned. Pin this again once it is Ready.':
    '正在更新索引。未钉住任何内容。请在显示“就绪”后再次钉住。',
  'There are no words to pin there.': '那里没有可以钉住的文字。',
  'This answer is not saved, so it cannot be pinned. Ask again.': '此回答尚未保存，因此无法钉住。请再问一次。',
  'This is no longer in the index.': '它已不在索引中。',
  'This note has been deleted, perhaps in another tab. Copy your words into a new note.':
    '此笔记已被删除，可能是在另一个标签页中删除的。请将您的话复制到新笔记中。',
  'This is not an address. It looks like https://name.github.io/index/, or like index/ for a folder beside this page.':
    '这不是地址。地址形如 https://name.github.io/index/，或形如 index/ 表示此页面旁边的文件夹。',
  'An address with a name or a password in it is not used. The files must be public.':
    '不使用带有用户名或密码的地址。文件必须是公开的。',
  'Sealed mode is on, so nothing is asked of {0}: it is another site. Switch sealed mode off under Settings, Models, or open an address on this site. Nothing was sent.':
    '封闭模式已开启，因此不会向 {0} 发出请求：它是另一个网站。请在“设置”的“模型”中关闭封闭模式，或打开本站上的地址。未发送任何内容。',
  'There are no tables of GraphRAG in this folder: entities.parquet is not there. Nothing was added.':
    '此文件夹中没有 GraphRAG 表：没有 entities.parquet。未添加任何内容。',
  'This index was published by a later version of Burrow. Reload the page to get that version, then open the address again.':
    '此索引由更新版本的 Burrow 发布。请重新加载页面以获取该版本，然后再次打开此地址。',
  'This index was published by an earlier version of Burrow, which laid it out in another way. Whoever published it can publish it again.':
    '此索引由较早版本的 Burrow 发布，其布局不同。发布者可以重新发布它。',
  'What stands at this address is not an index that Burrow published, or it is damaged. Check the address, or publish the index again.':
    '此地址上的内容不是 Burrow 发布的索引，或者已损坏。请检查地址，或重新发布索引。',
  'A part of this index is damaged, or is not what was published. What is here already is kept. Whoever published it can publish it again.':
    '此索引的一部分已损坏，或与发布的内容不符。这里已有的内容会保留。发布者可以重新发布它。',
  'Fetching what bears on the question, for {0} seconds at most.': '正在获取与问题有关的内容，最多 {0} 秒。',
  'Passages that are here first, while more is fetched.': '先列出这里已有的段落，同时获取更多内容。',
  '{0} has not sent what bears on this within {1} seconds. What still comes is there for the next question.':
    '{0} 未在 {1} 秒内发送有关内容。之后到达的内容可用于下一个问题。',
  '{0} has not sent what bears on this within {1} seconds. Check the network, then ask again.':
    '{0} 未在 {1} 秒内发送有关内容。请检查网络，然后再次提问。',
  '{0} has not told within {1} seconds what stands at this address. Check the network, then try again.':
    '{0} 未在 {1} 秒内告知此地址上有什么。请检查网络，然后重试。',
  'This index was searched by words alone.': '此索引仅按词语搜索。',
  'This index was searched by words alone: its embeddings were made with another version of {0}.':
    '此索引仅按词语搜索：其嵌入由 {0} 的另一版本生成。',
  'This index was searched by words alone. To search it by meaning too, choose {0} in Settings, under Models.':
    '此索引仅按词语搜索。若也要按语义搜索，请在“设置 › 模型”中选择 {0}。',
  'Only what was fetched before was searched.': '只搜索了之前获取的内容。',
  'The index at {0} was published anew. What was fetched is kept as it was. Open the address again to ask the new one.':
    '{0} 上的索引已重新发布。之前获取的内容保持原样。请再次打开该地址以向新索引提问。',
  'This collection is read from {0}, so it cannot be changed here. Nothing was changed. Add your own documents to a collection of your own.':
    '此文档集从 {0} 读取，因此无法在此更改。未作任何更改。请将您自己的文档添加到您自己的文档集。',
  'There are no tables of GraphRAG in this folder, and no index that Burrow published. Check the address.':
    '此文件夹中没有 GraphRAG 表，也没有 Burrow 发布的索引。请检查地址。',
};
