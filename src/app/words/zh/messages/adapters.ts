/** Messages of adapters: readers of documents, storage, and everything that loads or calls a model. */
export const adapters: Readonly<Record<string, string>> = {
  // What is shared
  '{0}: {1}': '{0}：{1}',
  '{0}.': '{0}。',
  '{0} bytes': '{0} 字节',
  'The sample could not be loaded from this site (status {0}). Try again later.':
    '无法从本站加载示例（状态 {0}）。请稍后重试。',

  // Exports
  'GraphRAG tables': 'GraphRAG 表',
  'Parquet files with the names and columns of Microsoft GraphRAG 3, for GraphRAG itself, pandas or DuckDB.':
    'Parquet 文件，名称和列与 Microsoft GraphRAG 3 相同，可用于 GraphRAG、pandas 或 DuckDB。',
  'Entities and relationships as a graph, for Gephi, yEd, Cytoscape, networkx and igraph.':
    '以图的形式导出实体和关系，可用于 Gephi、yEd、Cytoscape、networkx 和 igraph。',
  'The same graph in Gephi’s own format.': '同一个图，采用 Gephi 自己的格式。',
  'JSON (nodes and links)': 'JSON（节点和连线）',
  'The same graph for D3, networkx and programs of your own. Each relationship is listed twice: as a link for D3, as an edge for networkx 3.6.':
    '同一个图，可用于 D3、networkx 和您自己的程序。每个关系列出两次：为 D3 列为 link，为 networkx 3.6 列为 edge。',
  'CSV (nodes and edges)': 'CSV（节点和边）',
  'Two tables in a ZIP file, for spreadsheets, Gephi, R and pandas. A text that a spreadsheet would calculate begins with an apostrophe. It also takes 007 for 7, unless its columns are read as text.':
    'ZIP 文件中的两个表，可用于电子表格、Gephi、R 和 pandas。会被电子表格当作公式的文本前面加有撇号。除非将各列按文本读取，电子表格还会把 007 当作 7。',
  'A script that builds the graph in Neo4j 5 and other databases of the same Cypher.':
    '在 Neo4j 5 及使用同样 Cypher 的数据库中建立该图的脚本。',
  'RDF (N-Triples)': 'RDF（N-Triples）',
  'Statements with the vocabularies SKOS, PROV and schema.org, for triple stores, SPARQL and Protégé.':
    '使用 SKOS、PROV 和 schema.org 词汇的陈述，可用于三元组存储、SPARQL 和 Protégé。',
  'Markdown notes (Obsidian)': 'Markdown 笔记（Obsidian）',
  'A note for each entity, report and document, with links between them. Unpack it and open it as a vault.':
    '每个实体、报告和文档各一篇笔记，彼此相互链接。解压后作为仓库打开。',

  // Imports
  'These files were not imported: {0}. Nothing was added, and your collections are as they were.':
    '这些文件未导入：{0}。没有添加任何内容，您的文档集保持原样。',
  'the ZIP file {0} is damaged or cut short': 'ZIP 文件 {0} 已损坏或不完整',
  'the ZIP file {0} holds too many files': 'ZIP 文件 {0} 中的文件过多',
  '{0} is protected with a password': '{0} 受密码保护',
  '{0} is damaged inside the ZIP file': 'ZIP 文件中的 {0} 已损坏',
  '{0} is damaged, cut short or no Parquet file': '{0} 已损坏、不完整，或不是 Parquet 文件',
  '{0} is encrypted. Write it again without encryption': '{0} 已加密。请不加密重新写出',
  'the column {0} of {1} has the type {2}, which Burrow does not read': '{1} 的列 {0} 的类型为 {2}，Burrow 无法读取',
  'the column {0} of {1} is compressed by {2}, which Burrow does not read': '{1} 的列 {0} 以 {2} 压缩，Burrow 无法读取',
  'the column {0} of {1} is damaged, or of a form that Burrow does not read ({2})':
    '{1} 的列 {0} 已损坏，或其格式 Burrow 无法读取（{2}）',
  'they hold the table {0} twice: {1} and {2}. Choose the folder of one index':
    '其中表 {0} 出现两次：{1} 和 {2}。请只选择一个索引的文件夹',
  'the table {0} is missing': '缺少表 {0}',
  'the table {0} has rows without an id': '表 {0} 中有没有标识符的行',
  'the table {0} has the id {1} twice': '表 {0} 中标识符 {1} 出现两次',
  'the table {0} has no column {1}': '表 {0} 没有列 {1}',
  'the table communities has a row without a number': '表 communities 中有没有编号的行',
  'the table communities has a number twice': '表 communities 中有重复的编号',
  'the table community_reports has two reports on one community': '表 community_reports 中同一社区有两份报告',
  'two nodes have the id {0}': '有两个节点的标识符同为 {0}',
  'the edges have no columns source and target': '边没有 source 和 target 列',
  'there are no nodes': '其中没有节点',
  '{0} is damaged, cut short or no {1} file': '{0} 已损坏、不完整，或不是 {1} 文件',
  '{0} declares entities of its own, which are not expanded here': '{0} 声明了自己的实体，这里不会展开',
  'the elements of {0} are nested more than {1} deep': '{0} 的元素嵌套超过 {1} 层',
  '{0} has hyperedges, which join more than two nodes': '{0} 含有连接两个以上节点的超边',
  '{0} is empty': '{0} 是空的',
  '{0} is not valid JSON': '{0} 不是有效的 JSON',
  '{0} has no lists of nodes and links': '{0} 没有节点和连接的列表',
  '{0} has a quotation mark that is never closed': '{0} 中有一个引号没有闭合',
  '{0} is too large: a graph in one file may have {1} MB': '{0} 过大：单个文件中的图最多 {1} MB',
  '{0} is not text in any encoding that Burrow knows': '{0} 不是 Burrow 已知编码的文本',
  'they are no tables of GraphRAG, such as entities.parquet, and no graph in GraphML, GEXF, JSON or CSV':
    '它们既不是 GraphRAG 的表（例如 entities.parquet），也不是 GraphML、GEXF、JSON 或 CSV 格式的图',

  // Documents
  'The names in this text could not be found: the reader stopped twice on it.':
    '无法识别这段文本中的名称：读取程序两次中断。',
  'It is empty. Check that it was saved, and add it again.': '文件为空。请确认它已保存，然后重新添加。',
  'It is named like {0}. {1}': '从名称看，这是{0}。{1}',
  'It is {0}. {1}': '这是{0}。{1}',
  'It is named .pdf, but its content is not a PDF. Get a fresh copy, or give it the ending that fits.':
    '文件名以 .pdf 结尾，但内容不是 PDF。请重新获取该文件，或改为正确的扩展名。',
  'It is named .docx, but its content is not a Word document. Get a fresh copy, or save it again from Word.':
    '文件名以 .docx 结尾，但内容不是 Word 文档。请重新获取该文件，或用 Word 重新保存。',
  'It is named .zip, but its content is not a ZIP archive. Get a fresh copy of the file.':
    '文件名以 .zip 结尾，但内容不是 ZIP 压缩包。请重新获取该文件。',
  'It is {0} large; Burrow reads files of this kind up to {1}. Split it up.':
    '文件大小为 {0}；Burrow 读取此类文件的上限为 {1}。请将它拆分。',
  'It holds no text that can be read. Add a version with text in it.': '其中没有可读取的文本。请添加含有文本的版本。',
  'It is too large or too deeply nested to be read here. Split it up.':
    '文件过大或嵌套过深，无法在此读取。请将它拆分。',
  'It could not be read ({0}).': '无法读取（{0}）。',
  'It is an archive without any files in it.': '这是一个空的压缩包。',
  'It is an archive or a mail inside more than {0} others. Take it out of them and add it by itself.':
    '这个压缩包或邮件外面还套着超过 {0} 层压缩包或邮件。请将它取出后单独添加。',
  'Its path points outside the archive, as a hostile archive does. It was left out; the other files of the archive are read.':
    '其路径指向压缩包之外，这是恶意压缩包的做法。该文件已略过；压缩包中的其他文件会照常读取。',
  'It is damaged or cut short: its table of contents cannot be read. Get a fresh copy of the file.':
    '文件已损坏或不完整：无法读取其目录。请重新获取该文件。',
  'Its tables grow too large because of merged or nested cells. Take these cells apart, or save it as .txt.':
    '其中的表格因合并或嵌套的单元格而变得过大。请拆分这些单元格，或另存为 .txt。',
  'It holds more than {0} elements. Split it up.': '其中的元素超过 {0} 个。请拆分。',
  'It holds more than {0} cells. Split it up.': '其中的单元格超过 {0} 个。请拆分。',
  'It holds more than {0} files. Split it up.': '其中的文件超过 {0} 个。请将它拆分。',
  'It is protected with a password. Unpack it and add the file itself.': '文件受密码保护。请解压后添加文件本身。',
  'It unpacks to another size than it declares, as a hostile archive does.':
    '解压后的大小与声明的不符，这是恶意压缩包的做法。',
  'It is packed in a way that cannot be read here. Unpack it and add the file itself.':
    '此处无法读取这种压缩方式。请解压后添加文件本身。',
  'It is damaged inside the archive. Get a fresh copy of the file.': '压缩包内的该文件已损坏。请重新获取该文件。',
  'It unpacks to more than {0} times its size, as a hostile archive does.':
    '解压后超过其大小的 {0} 倍，这是恶意压缩包的做法。',
  'It unpacks to more than {0}. Split it up.': '解压后超过 {0}。请将它拆分。',
  'The archive unpacks to more than {0} in all. Split it up.': '压缩包解压后总计超过 {0}。请将它拆分。',
  'It could not be read, since this computer was too busy with other work. Try it again when there is less to do.':
    '无法读取，因为这台电脑正忙于其他工作。请在空闲时重试。',
  'Reading it made no progress for {0} s and was stopped. The file may be damaged or made to do harm; the other files are not affected.':
    '读取在 {0} 秒内没有进展，已停止。文件可能已损坏或带有恶意；其他文件不受影响。',
  'The reader stopped while reading it ({0}).': '读取该文件时读取程序中断（{0}）。',
  'Save it as PNG or JPEG and add that.': '请另存为 PNG 或 JPEG 再添加。',
  'It is named like a picture, but its content is none. Get a fresh copy of the file.':
    '文件名像是图片，但内容不是。请重新获取该文件。',
  'It is a picture that is damaged or cut short. Get a fresh copy of the file.':
    '这是一张已损坏或不完整的图片。请重新获取该文件。',
  'It is a picture of {0} by {1} pixels, which is too large to be read here. Save it with fewer pixels: 300 for an inch are enough.':
    '这是一张 {0} × {1} 像素的图片，太大，无法在此读取。请以更低的分辨率保存：每英寸 300 像素就足够。',
  'It is a TIFF picture in a form that is not read here ({0}). Save it as PDF, PNG or JPEG and add that.':
    '这是一张 TIFF 图片，其格式（{0}）无法在此读取。请另存为 PDF、PNG 或 JPEG 后再添加。',
  'It has more than {0} pages, which are too many to be read here. Split it up.':
    '它超过 {0} 页，页数太多，无法在此读取。请将其拆分。',
  'The part of Burrow that reads pictures could not be fetched from this site. Go online once and try it again; after that, pictures are read offline too.':
    '无法从本站获取 Burrow 读取图片的部分。请联网一次再重试；之后离线也能读取图片。',
  'Burrow reads text. Add a transcript instead.': 'Burrow 读取文本。请改为添加文字稿。',
  'Unpack it and add the files, or add them as a ZIP.': '请解压后添加其中的文件，或将它们打包为 ZIP 再添加。',
  'an old Word file (.doc)': '旧版 Word 文件（.doc）',
  'Open it, save it as .docx or PDF and add that.': '请打开它，另存为 .docx 或 PDF 后再添加。',
  'an old PowerPoint file (.ppt)': '旧版 PowerPoint 文件（.ppt）',
  'Open it, save it as .pptx or PDF and add that.': '请打开它，另存为 .pptx 或 PDF 后再添加。',
  'It is named .msg, but its content is no message of Outlook. Get a fresh copy, or save it again.':
    '文件名以 .msg 结尾，但内容不是 Outlook 邮件。请重新获取该文件，或重新保存。',
  'Its rich text is damaged. Save it as .eml, HTML or text in a mail program and add that.':
    '其中的富文本已损坏。请在邮件程序中另存为 .eml、HTML 或文本后再添加。',
  'It is damaged or cut short: its parts cannot be told apart. Get a fresh copy of the file.':
    '文件已损坏或不完整：无法区分其各部分。请重新获取该文件。',
  'It is protected in a way that cannot be opened here. Save it without a password and add that.':
    '此处无法打开这种保护方式。请取消密码后另存，再添加。',
  'a file of an old program in a form that is not known': '旧程序的文件，格式未知',
  'Open it, save it in a newer form or as PDF and add that.': '请打开它，另存为较新的格式或 PDF 后再添加。',
  'It is named like a workbook, but its content is none. Get a fresh copy, or save it again.':
    '从名称看这是工作簿，但内容不是。请重新获取该文件，或重新保存。',
  'It is named like a presentation, but its content is none. Get a fresh copy, or save it again.':
    '从名称看这是演示文稿，但内容不是。请重新获取该文件，或重新保存。',
  'It is named .odt, but its content is no OpenDocument text. Get a fresh copy, or save it again.':
    '文件名以 .odt 结尾，但内容不是 OpenDocument 文本。请重新获取该文件，或重新保存。',
  'It is damaged: its sheets cannot be read. Open it, save it again and add that.':
    '文件已损坏：无法读取其中的工作表。请打开它，重新保存后再添加。',
  'It is protected with a password. Save it without one and add that.': '文件受密码保护。请取消密码后另存，再添加。',
  'It is named .epub, but its content is no e-book. Get a fresh copy of the file.':
    '文件名以 .epub 结尾，但内容不是电子书。请重新获取该文件。',
  'It is an e-book that is locked to one program or device. Add a copy without such a lock.':
    '这是只能在某个程序或设备上打开的电子书。请添加没有此限制的副本。',
  'It is an e-book without chapters that can be read. Get a fresh copy of the file.':
    '这本电子书没有可读取的章节。请重新获取该文件。',
  'It is no news feed: it has neither a channel nor entries. Add it as a text file.':
    '这不是新闻订阅：既没有频道也没有条目。请将它作为文本文件添加。',
  'It is no mailbox: no message begins in it. Export it again from the mail program.':
    '这不是邮箱文件：其中没有邮件。请从邮件程序重新导出。',
  'It holds more than {0} messages. Split it up.': '其中的邮件超过 {0} 封。请将它拆分。',
  'It has more than {0} lines. Save what is attached to it as files of their own and add these.':
    '其行数超过 {0}。请把附件另存为单独的文件后再添加。',
  'It has too many parts, or they are nested too deeply, as in no mail that a program writes.':
    '其部分过多或嵌套过深，任何程序都不会写出这样的邮件。',
  'It is a mail that is damaged: its parts cannot be told apart. Save it again from the mail program.':
    '邮件已损坏：无法区分其各部分。请从邮件程序重新保存。',
  'It is no Jupyter notebook of version 4. Open it, save it again and add that.':
    '这不是第 4 版的 Jupyter 笔记本。请打开它，重新保存后再添加。',
  'It is a notebook that is damaged: its JSON cannot be read. Get a fresh copy of the file.':
    '笔记本已损坏：无法读取其 JSON。请重新获取该文件。',
  'The worker that draws pages': '绘制页面的工作线程',
  'No file is open.': '没有打开的文件。',
  'It is not a PowerPoint file: its main part is missing. Save it again from PowerPoint.':
    '这不是 PowerPoint 文件：缺少主体部分。请用 PowerPoint 重新保存。',
  'It is no OpenDocument file that can be read: its content is missing. Save it again and add that.':
    '这不是可读取的 OpenDocument 文件：缺少内容。请重新保存后再添加。',
  'a picture in a form that is not read here': '此处无法读取的图片格式',
  'a sound or video file': '音频或视频文件',
  'an archive that is not a ZIP': '非 ZIP 格式的压缩包',
  'a program or a library': '程序或程序库',
  'Burrow reads documents. Leave this file out.': 'Burrow 读取文档。请不要添加此文件。',
  'a font': '字体',
  'a database file': '数据库文件',
  'Export the table as CSV and add that.': '请将表格导出为 CSV 后再添加。',
  'a PostScript file': 'PostScript 文件',
  'Convert it to PDF and add that.': '请转换为 PDF 后再添加。',
  'an e-book': '电子书',
  'Convert it to EPUB, PDF or HTML and add that.': '请转换为 EPUB、PDF 或 HTML 后再添加。',
  'It is not a Word document: its main part is missing. Save it again from Word.':
    '这不是 Word 文档：缺少主体部分。请用 Word 重新保存。',
  "Its elements are nested more than {0} deep, as no real document's are. Copy its text where it is shown and paste it here, or save it as .txt and add that.":
    '其元素嵌套超过 {0} 层，正常的文档不会如此。请在显示它的地方复制文本并粘贴到此处，或另存为 .txt 后再添加。',
  'The part of Burrow that reads PDFs could not be fetched from this site. Go online once and add it again; after that, PDFs are read offline too.':
    '无法从本站获取 Burrow 读取 PDF 的部分。请联网后再添加一次；此后离线也能读取 PDF。',
  'It is not a PDF that can be read: it is damaged or cut short. Get a fresh copy of the file.':
    '无法读取此 PDF：文件已损坏或不完整。请重新获取该文件。',
  'It has no rows below its heading row. A table needs both.': '标题行下方没有数据行。表格需要两者兼备。',
  'It is not valid JSON': '不是有效的 JSON',
  'Line {0} is not valid JSON': '第 {0} 行不是有效的 JSON',
  '{0}: {1}. Correct it, or save it as .txt to have it read as text.':
    '{0}：{1}。请更正，或另存为 .txt 以作为文本读取。',
  'Its values are nested more than {0} deep. Save it with less nesting, or as a table.':
    '其中的值嵌套超过 {0} 层。请减少嵌套，或另存为表格。',
  'It has {0} rows; one document per row works up to {1}. Split it up, or read it as one document.':
    '共有 {0} 行；每行一个文档的方式最多支持 {1} 行。请将它拆分，或作为一个文档读取。',
  'No row has text in it.': '没有任何一行含有文本。',
  'Choose at least one text column to read it one document per row.': '要将每行读取为一个文档，请至少选择一个正文列。',
  'It has no column "{0}". Its columns are: {1}.': '没有名为“{0}”的列。现有的列：{1}。',
  'Its bytes are not text in any encoding that Burrow knows.': '内容不是 Burrow 所知的任何编码的文本。',
  'It holds more than {0} of text.': '其中的文本超过 {0}。',

  // Models: calls
  'Models of “{0}” do not run here.': '此处无法运行“{0}”的模型。',
  'The part of Burrow that runs this model could not be loaded. Reload the page.':
    'Burrow 中运行此模型的部分无法加载。请重新加载页面。',
  'Writing.': '正在撰写。',
  'Nothing came for {0} seconds.': '已 {0} 秒没有回应。',
  'Nothing came for {0}: a model that is loaded, or reads a long text, says nothing.':
    '已{0}没有回应：正在加载或阅读长文本的模型不会给出回应。',
  'The model is thinking.': '模型正在思考。',
  'What came so far was a thought.': '目前收到的只是思考过程。',
  'This model thinks before it answers: asked again, with room for that.':
    '此模型在回答前会先思考：已为此留出余量并重新提问。',
  'Reading the prompt.': '正在阅读提示词。',
  'Reading the prompt: {0} of {1} tokens.': '正在阅读提示词：{0} / {1} 个 token。',
  'The prompt has {0} tokens, and “{1}” reads {2} at most, its reply included. Nothing was answered; ask about less, or choose a model with a larger window.':
    '提示词有 {0} 个 token，而“{1}”连同回复最多 {2} 个。未作回答；请缩小提问范围，或选择上下文窗口更大的模型。',
  'The prompt has {0} tokens, and “{1}” reads {2} at most': '提示词有 {0} 个 token，而“{1}”最多读取 {2} 个',
  'The prompt is too long for “{0}”': '提示词对“{0}”来说过长',
  '{0}. Nothing was answered; ask about less, or choose a model with a larger window.':
    '{0}。未作回答；请缩小提问范围，或选择上下文窗口更大的模型。',
  '“{0}” stopped with an error. It is loaded anew with the next call; if this happens again, choose another model.':
    '“{0}”因出错而停止。下次调用时会重新加载；如果再次发生，请选择其他模型。',
  'it gave no reason': '未说明原因',
  'it gave no reason.': '未说明原因。',

  // Models: loading
  'Starting “{0}”.': '正在启动“{0}”。',
  'Looking for {0} on this device.': '正在此设备上查找 {0}。',
  'Making {0} ready.': '正在准备 {0}。',
  'Trying {0} out.': '正在试运行 {0}。',
  '{0} is ready.': '{0} 已就绪。',
  '{0} is ready, on {1} threads.': '{0} 已就绪，使用 {1} 个线程。',
  'Reading the model from this device': '正在从此设备读取模型',
  'Preparing the GPU': '正在准备 GPU',
  'The model is ready': '模型已就绪',
  '{0}: {1} %.': '{0}：{1}%。',
  '“{0}” did not finish loading. Reload the page, or choose a smaller model.':
    '“{0}”未能加载完成。请重新加载页面，或选择更小的模型。',
  '“{0}” was not loaded to the end. Try again.': '“{0}”未加载完整。请重试。',
  'The model “{0}” is not on this device, or not all of it. Download it first: Settings → Models.':
    '模型“{0}”不在此设备上，或不完整。请先下载：设置 → 模型。',
  'A file of this model is damaged. Delete the model and download it again.':
    '此模型的一个文件已损坏。请删除该模型并重新下载。',
  'one of its files': '其中一个文件',
  'The model “{0}” could not be loaded: {1} is damaged, or is not what it should be. Delete the model in Settings, under Models, and download it again.':
    '无法加载模型“{0}”：{1}已损坏或内容不对。请在“设置”的“模型”中删除该模型并重新下载。',
  'The model “{0}” could not be loaded. Its files are kept; close other tabs to free memory and try again, or choose a smaller model. If that does not help, delete it and download it again.':
    '无法加载模型“{0}”。其文件会保留；请关闭其他标签页以释放内存后重试，或选择更小的模型。如果仍然不行，请删除后重新下载。',
  'embedding model': '嵌入模型',
  'sentence checker': '句子核查模型',
  reranker: '重排模型',
  'Burrow knows no {0} “{1}”. Choose another one: Settings → Models.':
    'Burrow 没有名为“{1}”的{0}。请选择其他模型：设置 → 模型。',
  'The model “{0}” stopped with an error. {1}': '模型“{0}”因出错而停止。{1}',
  'What was embedded before is kept; try again, or choose another model.': '之前的嵌入会保留；请重试，或选择其他模型。',
  'What was checked before is kept; try again, or choose another sentence checker.':
    '之前的核查会保留；请重试，或选择其他句子核查模型。',
  'The order of the passages stays as it was; try again, or choose another reranker.':
    '段落的顺序保持不变；请重试，或选择其他重排模型。',
  'This model is no sentence checker: its classes are {0}. Choose another one.':
    '此模型不是句子核查模型：其类别为 {0}。请选择其他模型。',
  'This model is no reranker: it has {0} classes. Choose another one.':
    '此模型不是重排模型：它有 {0} 个类别。请选择其他模型。',
  'transformers.js has no model “{0}”. Choose another one in Settings → Models.':
    'transformers.js 没有模型“{0}”。请在“设置 → 模型”中选择其他模型。',
  'WebLLM has no model “{0}”. Choose another one in Settings → Models.':
    'WebLLM 没有模型“{0}”。请在“设置 → 模型”中选择其他模型。',

  // WebLLM
  'The model was still reading a long text when it was stopped, so it is loaded anew.':
    '停止时模型仍在阅读长文本，因此会重新加载。',
  'The GPU was lost, most often for want of memory; the model is loaded anew and the call begun again.':
    'GPU 已丢失，多半是因为内存不足；模型会重新加载，并重新开始此次调用。',
  'The model did not answer any more; it is loaded anew and the call begun again.':
    '模型不再回应；它会重新加载，并重新开始此次调用。',
  'The model stopped with an error at the last call, so it is loaded anew.':
    '模型在上次调用时因出错而停止，因此会重新加载。',
  'Choose a smaller model, such as “{0}”': '请选择更小的模型，例如“{0}”',
  'Choose a model that runs without a GPU': '请选择无需 GPU 即可运行的模型',
  'The GPU was lost twice while “{0}” ran; it may be too large for this device. {1}.':
    '运行“{0}”时 GPU 两次丢失；它对此设备来说可能过大。{1}。',
  '“{0}” did not answer twice in a row. Ask for less at a time, or choose another model.':
    '“{0}”连续两次没有回应。请减少每次的要求，或选择其他模型。',
  "“{0}” cannot be held to the form of this reply: its grammar was refused. This is a fault of Burrow's; please report it.":
    '无法让“{0}”按此回复的格式作答：其语法被拒绝。这是 Burrow 的错误，请报告。',
  'The program part of “{0}” does not fit this version of Burrow. Delete the model and download it again.':
    '“{0}”的程序部分与此版本的 Burrow 不匹配。请删除该模型并重新下载。',
  'The program part of “{0}” is damaged. Delete the model and download it again.':
    '“{0}”的程序部分已损坏。请删除该模型并重新下载。',
  'A file of “{0}” is not the one that Burrow expects; it was not used. Delete the model and download it again.':
    '“{0}”的一个文件与 Burrow 预期的不符，未被使用。请删除该模型并重新下载。',
  '“{0}” needs 16-bit numbers, which this GPU does not offer. Choose another model.':
    '“{0}”需要 16 位浮点数，而此 GPU 不支持。请选择其他模型。',
  '“{0}” needs something that this GPU does not offer. Choose another model.':
    '“{0}”需要此 GPU 不具备的功能。请选择其他模型。',
  'This browser offers no GPU any more. Reload the page, or choose a model that runs without one.':
    '此浏览器不再提供 GPU。请重新加载页面，或选择无需 GPU 即可运行的模型。',
  'This GPU is too small a one for WebLLM, and so for “{0}”. Choose a model that runs without a GPU.':
    '此 GPU 达不到 WebLLM 的要求，因此无法运行“{0}”。请选择无需 GPU 即可运行的模型。',
  'A file of “{0}” is missing on this device. Delete the model and download it again: Settings → Models.':
    '此设备上缺少“{0}”的一个文件。请删除该模型并重新下载：设置 → 模型。',

  // The browser's own model
  'This browser has no model of its own that works on this device.': '此浏览器没有可在此设备上运行的自带模型。',
  'The browser can fetch a model of its own, several gigabytes. It does so only when you ask for it.':
    '浏览器可以下载自带的模型，大小为数 GB。只有在您要求时才会下载。',
  'The browser is fetching its own model.': '浏览器正在下载自带的模型。',
  'The browser’s own model': '浏览器自带的模型',
  '{0} (model server)': '{0}（模型服务器）',
  'The browser’s own model is ready.': '浏览器自带的模型已就绪。',
  'The prompt takes {0} of the {1} tokens that the browser’s own model reads at once. Choose a model with a larger window.':
    '提示词占用 {0} 个 token，而浏览器自带的模型一次读取 {1} 个。请选择上下文窗口更大的模型。',
  'The prompt does not fit into what the browser’s own model reads at once. Choose a model with a larger window.':
    '提示词超出浏览器自带的模型一次可读取的长度。请选择上下文窗口更大的模型。',
  'The browser does not let this page use its own model. It may be switched off in the browser’s settings, or by whoever manages this device. Choose another model.':
    '浏览器不允许本页使用其自带的模型。它可能已在浏览器设置中或由此设备的管理者关闭。请选择其他模型。',
  'The browser’s own model does not take this request. Choose another model.':
    '浏览器自带的模型不接受此请求。请选择其他模型。',
  'The browser could not fetch its own model. Is this device online? Try again later.':
    '浏览器无法下载其自带的模型。此设备是否已联网？请稍后重试。',
  'The browser has ended its own model in the middle of the answer.': '浏览器在回答中途结束了其自带的模型。',
  'The browser’s own model failed: {0}': '浏览器自带的模型失败：{0}',

  // Downloads
  'it is empty': '文件为空',
  'it is only a pointer of Git LFS; run “git lfs pull” in that folder':
    '它只是 Git LFS 的指针文件；请在该文件夹中运行“git lfs pull”',
  'it has {0} instead of {1}': '大小为 {0}，而应为 {1}',
  'its MD5 sum is another': '其 MD5 校验值不符',
  'its hash is another than the pinned one': '其哈希值与固定的不符',
  '{0} ({1} bytes)': '{0}（{1} 字节）',
  'it is a web page; a login page of this network, or a proxy, may stand between':
    '它是一个网页；可能是此网络的登录页或代理从中阻拦',
  'it is not JSON': '不是 JSON',
  'it is no configuration of a model that WebLLM reads': '不是 WebLLM 可读取的模型配置',
  'it is no list of weights': '不是权重列表',
  'Whatever came is kept, and the next try goes on from there.': '已收到的内容会保留，下次将从此处继续。',
  'Or get the files on another machine and import the folder.': '也可以在另一台机器上获取文件，然后导入文件夹。',
  '{0} does not give “{1}” to everyone (status {2}): its maker asks for an account or a signed licence. Choose another model. {3}':
    '{0} 不公开提供“{1}”（状态 {2}）：其作者要求登录账户或签署许可。请选择其他模型。{3}',
  '“{0}” is no longer at its address on {1} (status {2}). Reload for a newer Burrow, or choose another model. {3}':
    '“{0}”已不在 {1} 的原地址（状态 {2}）。请重新加载页面以获取新版 Burrow，或选择其他模型。{3}',
  '{0} answered with status {1} for “{2}”. {3} Try again later.': '{0} 对“{2}”返回了状态 {1}。{3}请稍后重试。',
  'This machine is offline. {0} Try again when the network is back.': '本机未联网。{0}请在网络恢复后重试。',
  '{0} could not be reached, or the connection broke again and again. {1} Check the network (a proxy or a firewall may block that host) and try again.':
    '无法连接 {0}，或连接一再中断。{1}请检查网络（代理或防火墙可能屏蔽了该主机），然后重试。',
  'Sealed mode is on, so nothing was asked for. Switch it off in Settings to download, or import the model from a folder.':
    '封闭模式已开启，因此没有发出请求。请在“设置”中关闭它以便下载，或从文件夹导入模型。',
  '“{0}” from {1} is not what it should be: {2}. It was thrown away, the other files are kept. Try again later; the model may just be changed there.':
    '来自 {1} 的“{0}”不是预期的文件：{2}。它已被丢弃，其他文件会保留。请稍后重试；该模型可能正在那里更新。',
  'A web page came from {0} instead of “{1}”: a login page of this network, or a proxy, may stand between. {2} Open https://{3} in another tab to see it, then try again.':
    '{0} 返回的是网页，而不是“{1}”：可能是此网络的登录页或代理从中阻拦。{2}请在另一个标签页中打开 https://{3} 查看，然后重试。',
  '“{0}” from {1} is far larger than it should be, so it was not taken; the other files are kept. The model may have been changed there: reload for a newer Burrow, or choose another model.':
    '来自 {1} 的“{0}”远大于应有的大小，因此未被接收；其他文件会保留。该模型可能已在那里更改：请重新加载页面以获取新版 Burrow，或选择其他模型。',
  '“{0}” from {1} did not come whole: it changed on its way, or had to be begun anew, again and again. The other files are kept. Try again later, or in another network.':
    '来自 {1} 的“{0}”未能完整接收：它在传输中发生变化，或一再需要从头开始。其他文件会保留。请稍后重试，或换一个网络。',
  'The model needs {0}, and the browser gives this window no room for it, so it cannot be kept. Nothing was fetched. Open Burrow in an ordinary window if this one is private; else free some space or delete another model.':
    '该模型需要 {0}，而浏览器没有为此窗口提供空间，因此无法保存。未下载任何内容。如果这是隐私窗口，请在普通窗口中打开 Burrow；否则请释放一些空间或删除其他模型。',
  'the browser offers {0}': '浏览器提供 {0}',
  'the browser does not give that much': '浏览器无法提供这么多',
  'The model needs {0} more on this disk; {1}. Nothing was fetched. Free some space, delete another model or choose a smaller one.':
    '该模型还需要 {0} 磁盘空间；{1}。未下载任何内容。请释放一些空间、删除其他模型或选择更小的模型。',
  'The disk, or the share of it that the browser gives, is full. What came so far is kept. Free some space or delete another model, then resume.':
    '磁盘已满，或浏览器分配的空间已用完。已收到的内容会保留。请释放一些空间或删除其他模型，然后继续。',
  'This model is not in the list of this version of Burrow. Reload the page.':
    '此模型不在此版本 Burrow 的列表中。请重新加载页面。',
  '“{0}” is being downloaded or deleted already, here or in another tab. Wait for it, or pause it there.':
    '“{0}”正在此处或另一个标签页中下载或删除。请等待其完成，或在那里暂停。',
  '“{0}” is not what it should be: {1}. Nothing was taken.': '“{0}”不是预期的文件：{1}。未导入任何内容。',
  "“{0}” is not JSON, so the model's files cannot be listed. Nothing was taken.":
    '“{0}”不是 JSON，因此无法列出该模型的文件。未导入任何内容。',
  '{0}, and {1} more': '{0}，以及另外 {1} 个',
  'this file is missing': '缺少以下文件',
  'these files are missing': '缺少以下文件',
  'The folder is of “{0}”, but {1}: {2}. Nothing was taken. Put it there and import the folder again.':
    '该文件夹属于“{0}”，但{1}：{2}。未导入任何内容。请补齐后重新导入该文件夹。',
  'There are no weights in this folder (.onnx files, or params_shard_*.bin for WebLLM), so nothing was taken. Large files may be missing: “git clone” brings them only with Git LFS.':
    '此文件夹中没有权重（.onnx 文件，或 WebLLM 的 params_shard_*.bin），因此未导入任何内容。可能缺少大文件：“git clone”需要 Git LFS 才会获取它们。',
  "The files fit several models, so nothing was taken. Give the folder its model's name, as “git clone” does ({0}), and import it again: then it is taken, or each missing file is named.":
    '这些文件符合多个模型，因此未导入任何内容。请像“git clone”那样以模型名称命名文件夹（{0}），然后重新导入：届时会完成导入，或指出缺少的每个文件。',
  'No model of the list is in this folder, so nothing was taken. It should hold a model’s files under its name, as “git clone” of its repository makes it; for WebLLM with “mlc-chat-config.json” and the library (.wasm).':
    '此文件夹中没有列表中的模型，因此未导入任何内容。它应以模型名称命名并包含其文件，如同对其仓库执行“git clone”的结果；WebLLM 模型还须包含“mlc-chat-config.json”和程序库（.wasm）。',
  'The configuration of “{0}” cannot be read.': '无法读取“{0}”的配置。',
  'The list of weights of “{0}” cannot be read.': '无法读取“{0}”的权重列表。',
  'A model is being downloaded or deleted in another tab, so nothing was removed. Pause it there, or close that tab, and try again.':
    '另一个标签页正在下载或删除模型，因此未移除任何内容。请在那里暂停，或关闭那个标签页，然后重试。',

  // Model servers
  'The server answered with something that is not JSON.': '服务器返回的内容不是 JSON。',
  'The server answered with something unexpected.': '服务器返回了意外的内容。',
  '“{0}” thinks before it answers, and its thoughts took all {1} tokens that a reply may have. Choose a variant that does not think (often named “instruct”), or switch thinking off on the server.':
    '“{0}”在回答前会先思考，而思考占用了回复可用的全部 {1} 个 token。请选择不思考的版本（通常名为“instruct”），或在服务器上关闭思考。',
  'Burrow may not send to {0}: it is not allowed under Settings, Models, or sealed mode is on. Nothing was sent.':
    'Burrow 不能向 {0} 发送内容：它未在“设置”的“模型”中获得许可，或封闭模式已开启。未发送任何内容。',
  'A key has no spaces and only letters, digits and signs of ASCII. Check what was pasted.':
    '密钥不含空格，且只由 ASCII 字母、数字和符号组成。请检查粘贴的内容。',
  'The server has no interface for embeddings (/v1/embeddings). Start it with one (llama.cpp: --embeddings), or choose another embedding model in Settings.':
    '服务器没有嵌入接口（/v1/embeddings）。请启用该接口（llama.cpp：--embeddings），或在“设置”中选择其他嵌入模型。',
  'The server’s answer for “{0}” holds no vectors that can be used. Is it an embedding model? What was embedded before is kept.':
    '服务器对“{0}”的回复中没有可用的向量。它是嵌入模型吗？之前的嵌入会保留。',
  '“{0}” gives vectors of {1} numbers now, and gave {2} before: another model answers to this name. Connect the server again in Settings, then embed the collection with it anew.':
    '“{0}”现在给出 {1} 维向量，之前为 {2} 维：此名称下已是另一个模型。请在“设置”中重新连接服务器，然后用它重新嵌入文档集。',
  'Ollama listens on 11434, LM Studio on 1234, llama.cpp on 9931 (older ones on 8080), vLLM on 8000.':
    'Ollama 使用 11434，LM Studio 使用 1234，llama.cpp 使用 9931（旧版为 8080），vLLM 使用 8000。',
  'The server asks for a key, or does not know this one. Enter the key that it was started with.':
    '服务器需要密钥，或不认识此密钥。请输入启动服务器时使用的密钥。',
  'The server refuses pages from {0}. {1}': '服务器拒绝来自 {0} 的页面。{1}',
  'The server is busy or still loading its model.': '服务器正忙，或仍在加载模型。',
  'The server failed ({0})': '服务器出错（{0}）',
  'The server refused the call ({0})': '服务器拒绝了此次调用（{0}）',
  'The server reported an error: {0}': '服务器报告了错误：{0}',
  'The server has too little memory for this model': '服务器的内存不足以运行此模型',
  '{0}. It gave no reason.': '{0}。未说明原因。',
  'Choose a smaller model, or give it a smaller context window there.':
    '请选择更小的模型，或在服务器上为它设置更小的上下文窗口。',
  'Look into its log, and whether this machine has memory enough for the model.':
    '请查看服务器日志，并确认本机内存足以运行该模型。',
  'The prompt does not fit into the context window that the server gives this model. Start the server with a larger one (Ollama: OLLAMA_CONTEXT_LENGTH=8192; llama.cpp: -c 8192; vLLM: --max-model-len 8192; LM Studio: Context Length when loading the model).':
    '提示词超出服务器为此模型设置的上下文窗口。请以更大的窗口启动服务器（Ollama：OLLAMA_CONTEXT_LENGTH=8192；llama.cpp：-c 8192；vLLM：--max-model-len 8192；LM Studio：加载模型时的 Context Length）。',
  'There is a server at this address, but no OpenAI-compatible interface under /v1. Check the port: {0}':
    '此地址有服务器，但 /v1 下没有兼容 OpenAI 的接口。请检查端口：{0}',
  'The server does not have the model “{0}”, or has not loaded it. Choose another, or get it there (Ollama: ollama pull {1}; LM Studio: lms load {2}).':
    '服务器上没有模型“{0}”，或尚未加载它。请选择其他模型，或在服务器上获取它（Ollama：ollama pull {1}；LM Studio：lms load {2}）。',
  'The server at {0} sends on to another address, which Burrow does not follow. Enter the address of the model server itself.':
    '{0} 处的服务器转到另一个地址，Burrow 不会跟随。请输入模型服务器本身的地址。',
  '{0} accepted the connection but did not answer within {1} seconds. If a model is just being loaded, wait and connect again; else check the port: {2}':
    '{0} 接受了连接，但在 {1} 秒内没有回应。如果正在加载模型，请稍候再连接；否则请检查端口：{2}',
  'The program at {0} has no OpenAI-compatible API. Check the port: {1}':
    '{0} 处的程序没有兼容 OpenAI 的接口。请检查端口：{1}',
  'The server at {0} broke the connection off before it answered. {1}': '{0} 处的服务器在回应前中断了连接。{1}',
  'There is a server at {0}, but it does not let pages from {1} read its answers. {2}':
    '{0} 处有服务器，但它不允许来自 {1} 的页面读取其回复。{2}',
  'The browser has not let this page connect to programs on this machine. {0}':
    '浏览器尚未允许本页连接本机上的程序。{0}',
  'Nothing answers at {0}. Is the server running, and is this its port? {1}':
    '{0} 没有回应。服务器是否正在运行，端口是否正确？{1}',
  'If it runs, it may not let pages from {0} read its answers. {1}':
    '如果它正在运行，可能是不允许来自 {0} 的页面读取其回复。{1}',
  'Browsers block plain http from an https page, except to this machine. Give the server at {0} encryption and write https://, or run Burrow on this machine and open it as http://localhost.':
    '浏览器会阻止 https 页面访问未加密的 http 地址（本机除外）。请为 {0} 处的服务器启用加密并使用 https://，或在本机运行 Burrow 并以 http://localhost 打开。',
  'The browser has not let this page connect to your local network. {0}': '浏览器尚未允许本页连接您的局域网。{0}',
  'Nothing in your local network answers at {0}. {1} {2}': '您的局域网中 {0} 没有回应。{1}{2}',
  'Is it in your local network? {0}': '它在您的局域网中吗？{0}',
  'Nothing answers at {0}, or the browser does not trust its certificate: open {1} in a tab of its own to see. {2}':
    '{0} 没有回应，或浏览器不信任其证书：请在单独的标签页中打开 {1} 查看。{2}',
  'An older Safari keeps pages from all servers on this machine: try another browser.':
    '旧版 Safari 不允许页面访问本机上的任何服务器：请换用其他浏览器。',
  'Is the server running, does it listen for other machines, and is this its port?':
    '服务器是否正在运行，是否接受其他机器的连接，端口是否正确？',
  'Allow it: the icon left of the page’s address, then “Apps on device” or “Local network access”, then connect again. Only then can Burrow see whether a server listens at {0}.':
    '请允许访问：点击页面地址左侧的图标，选择“设备上的应用”或“本地网络访问”，然后重新连接。之后 Burrow 才能知道 {0} 是否有服务器。',
  'Allow this page there, quit the server and start it again.': '请在服务器上允许本页，然后退出并重新启动服务器。',
  'Ollama, by hand: OLLAMA_ORIGINS={0} ollama serve': 'Ollama（手动启动）：OLLAMA_ORIGINS={0} ollama serve',
  'Ollama on macOS: launchctl setenv OLLAMA_ORIGINS "{0}"': 'macOS 上的 Ollama：launchctl setenv OLLAMA_ORIGINS "{0}"',
  'Ollama on Windows: setx OLLAMA_ORIGINS "{0}"': 'Windows 上的 Ollama：setx OLLAMA_ORIGINS "{0}"',
  'Ollama as a service on Linux: sudo systemctl edit ollama, and write there [Service] and below it Environment="OLLAMA_ORIGINS={0}"; then sudo systemctl restart ollama':
    'Linux 上作为服务运行的 Ollama：sudo systemctl edit ollama，在其中写入 [Service]，并在下一行写入 Environment="OLLAMA_ORIGINS={0}"；然后 sudo systemctl restart ollama',
  'LM Studio: Developer, Server Settings, Enable CORS; or lms server start --cors':
    'LM Studio：Developer → Server Settings → Enable CORS；或 lms server start --cors',
  'llama.cpp: llama-server --cors-origins {0}, besides what you start it with':
    'llama.cpp：在启动命令中加上 llama-server --cors-origins {0}',
  'vLLM: vllm serve MODEL --allowed-origins \'["{0}"]\'': 'vLLM：vllm serve MODEL --allowed-origins \'["{0}"]\'',
  'Another server: allow the origin {0} in its settings for CORS.': '其他服务器：在其 CORS 设置中允许来源 {0}。',
  'The server at {0} stays in use.': '继续使用 {0} 处的服务器。',
  'No model server is connected. Enter its address in Settings, under Models.':
    '未连接模型服务器。请在“设置”的“模型”中输入其地址。',
  'Asking the server for the model.': '正在向服务器请求该模型。',
  'The server has the model.': '服务器上有该模型。',
  'The server has been asked.': '已向服务器提问。',
  'The server would send your passages on to {0}, where “{1}” runs. Nothing was sent. Choose a model that runs on the server itself.':
    '服务器会将您的段落转发到运行“{1}”的 {0}。未发送任何内容。请选择在服务器本身运行的模型。',
  'The server does not have the model “{0}” any more. Choose another in Settings, or load it there.':
    '服务器上已没有模型“{0}”。请在“设置”中选择其他模型，或在服务器上加载它。',
  'The server broke the connection off in the middle of its answer. {0}': '服务器在回答中途中断了连接。{0}',
  'The server answered without a single word of a reply ({0}). Is it a model server with an OpenAI-compatible interface? Look into its log.':
    '服务器的回应中没有任何内容（{0}）。它是具有兼容 OpenAI 接口的模型服务器吗？请查看其日志。',
  'no content type': '无内容类型',
  'The server read only {0} of about {1} tokens: the context window that it gives this model is too small. Start it with a larger one (Ollama: OLLAMA_CONTEXT_LENGTH=8192).':
    '服务器只读取了约 {1} 个 token 中的 {0} 个：它为此模型设置的上下文窗口过小。请以更大的窗口启动它（Ollama：OLLAMA_CONTEXT_LENGTH=8192）。',
  'The server’s answer for “{0}” holds no scores that can be used. Is it a reranker?':
    '服务器对“{0}”的回复中没有可用的分数。它是重排模型吗？',
  'The server has no interface for ranking (/v1/rerank). llama.cpp has it with --reranking, vLLM with a reranker; Ollama and LM Studio have none.':
    '服务器没有重排接口（/v1/rerank）。llama.cpp 加上 --reranking 即可提供，vLLM 需加载重排模型；Ollama 和 LM Studio 不提供。',

  // Storage
  'Another tab is writing to this collection. Nothing was changed; close that tab and try again.':
    '另一个标签页正在写入此文档集。未作任何更改；请关闭那个标签页后重试。',
  'Try again; if it happens again, reload the page.': '请重试；如果再次发生，请重新加载页面。',
  'Saving failed. {0} {1}': '保存失败。{0}{1}',
  'Use Export collection, then remove it here, or free space on this disk, and try again.':
    '请先“导出文档集”，再在此移除它，或释放磁盘空间，然后重试。',
  "The browser's storage is full: {0} of {1} are used.": '浏览器存储空间已满：已使用 {0}，共 {1}。',
  "The browser's storage is full: it takes no more than the {0} in use, probably because the disk is nearly full.":
    '浏览器存储空间已满：目前已使用 {0}，无法再增加，可能是因为磁盘将满。',
  'The column {0} is not as it was saved ({1}).': '列 {0} 与保存时不一致（{1}）。',
  'Another tab has this collection open for writing. Close that tab and try again.':
    '另一个标签页已打开此文档集进行写入。请关闭那个标签页后重试。',
  'This collection is no longer here: it was deleted, perhaps in another tab. Your other collections are kept.':
    '此文档集已不在这里：它已被删除，可能是在另一个标签页中。您的其他文档集会保留。',
  'This is not the id of a collection.': '这不是文档集的标识。',
  'This source was not kept; everything saved before is.': '此文件未被保存；之前保存的内容仍然完好。',
  'A source is named by the SHA-256 of its bytes.': '文件以其内容的 SHA-256 命名。',
  'This file is not a saved copy of a Burrow collection, or it is damaged: {0}. Nothing was added. Choose another file, or save the copy again where the collection still is.':
    '此文件不是 Burrow 文档集的副本，或已损坏：{0}。未添加任何内容。请选择其他文件，或在文档集所在的地方重新保存副本。',
  'it is not a complete ZIP file': '它不是完整的 ZIP 文件',
  'it is a ZIP file, but not one that Burrow saved. To read the documents in it, use Add documents':
    '它是 ZIP 文件，但不是由 Burrow 保存的。要读取其中的文档，请使用“添加文档”',
  'it holds a file twice': '其中有重复的文件',
  'it is too large': '文件过大',
  'its table of {0}': '其中的“{0}”表',
  'its vectors': '其中的向量',
  'one of its documents': '其中的一个文档',
  'its list of conversations': '其中的对话列表',
  'its table of contents': '其中的目录',
  'its title page': '其中的标题页',
  '{0} is missing': '缺少{0}',
  '{0} is too large': '{0}过大',
  '{0} is too large: a table may have {1} rows and {2} values': '{0}过大：一个表最多可有 {1} 行、{2} 个值',
  '{0} is too large: unpacked, a file may have {1} MB and all of them {2} MB':
    '{0}过大：解压后，单个文件最多 {1} MB，全部文件最多 {2} MB',
  '{0} is larger than it says': '{0}大于声明的大小',
  '{0} cannot be unpacked': '{0}无法解压',
  '{0} cannot be read': '{0}无法读取',
  '{0} is damaged': '{0}已损坏',
  '{0} has changed since it was saved': '{0}在保存后发生了变化',
  'its table of contents names a file twice': '其目录将同一文件列出两次',
  'its table of contents leaves out {0}': '其目录遗漏了{0}',
  'its tables do not fit together': '其各表互不一致',
  '{0} has other rows than it says': '{0}的行数与所称不符',
  '{0} is shorter than it says': '{0}比所称的短',
  'its title page does not say so': '其标题页未注明是副本',
  'its title page is damaged': '其标题页已损坏',
  'its list of conversations is damaged': '其对话列表已损坏',
  'This copy was written by a newer Burrow. Reload the page to get it; nothing was added.':
    '此副本由更新版本的 Burrow 写入。请重新加载页面以获取新版；未添加任何内容。',
  "The list of this collection's files cannot be read just now, and another tab has the collection open for writing. Its files are kept. Close the other tab, then open the collection again.":
    '此文档集的文件清单暂时无法读取，而且另一个标签页正打开此文档集进行写入。其文件都还在。请关闭那个标签页，然后重新打开此文档集。',
  'The list of your collections was written by a newer Burrow. Reload the page to get the newer version; nothing was changed.':
    '您的文档集列表由更新版本的 Burrow 写入。请重新加载页面以获取新版；未作任何更改。',
  'What lies there of the collection is kept.': '磁盘上属于此文档集的内容都会保留。',
  "The browser's storage has none of this collection's files any more. Its conversations are kept. Add the documents again, or open a saved copy of it.":
    '浏览器存储中已没有此文档集的任何文件。其对话仍然保留。请重新添加文档，或打开它的副本。',
  "The list of this collection's files was lost on this disk, in both copies. The collection was rebuilt from what lies there. Documents: {0}. Notes: {1}.":
    '此文档集的文件清单的两份副本在此磁盘上都已丢失。文档集已根据磁盘上的内容重建。文档数：{0}。笔记数：{1}。',
  'Originals that are read again, without their names: {0}.': '将重新读取、但名称已丢失的原件数：{0}。',
  'Files of tables that could not be read: {0}.': '无法读取的数据表文件数：{0}。',
  'Its name is lost; give it one with Rename.': '其名称已丢失；请用“重命名”为它命名。',
  'Its settings are as they were at first, and files that waited to be read are to be added again.':
    '其设置已恢复为初始值，等待读取的文件需要重新添加。',
  'What a language model read is kept.': '语言模型读取的内容仍然保留。',
  'Its bytes have changed on this disk. Add the file again.': '其内容在此磁盘上已改变。请重新添加该文件。',
  'This collection was written by a newer Burrow (format {0}; this one reads up to {1}). Reload the page to get the newer version; nothing was changed.':
    '此文档集由更新版本的 Burrow 写入（格式 {0}；当前版本最多读取 {1}）。请重新加载页面以获取新版；未作任何更改。',
  "The collection's manifest is damaged: {0}. A saved copy can be opened instead.":
    '文档集的清单已损坏：{0}。可以改为打开它的副本。',
  'it names no format': '未注明格式',
  'it is not an object': '不是对象',
  'a part of it is missing or has changed': '其中一部分缺失或已被更改',
  'its head': '其头部',
  'its list of shards': '其分片列表',
  'its list of vectors': '其向量列表',
  'its state': '其状态',
  'its list of retired files': '其停用文件列表',
  'The copy was not made, because it could not be opened again: {0}. The collection is as it was. Use an export for other programs, or delete what is not needed.':
    '未能制作副本，因为它将无法再次打开：{0}。文档集保持原样。请改用面向其他程序的导出，或删除不需要的内容。',
  'The copy was not made, because the file {0} is damaged.': '未能制作副本，因为文件 {0} 已损坏。',
  'This collection is already here.': '此文档集已在这里。',
  'Nothing of the copy was added.': '未添加副本中的任何内容。',
  'it is missing': '文件缺失',
  'its bytes have changed': '其内容已改变',
  'its number of rows differs': '其行数不符',
  'its number of vectors differs': '其向量数不符',
  'The file {0} of the table {1} could not be decoded. There may be too little memory: close other tabs, then open the collection again. Its files are kept.':
    '无法解码表 {1} 的文件 {0}。可能是内存不足：请关闭其他标签页，然后再次打开此文档集。其文件已保留。',
  'it cannot be decoded': '无法解码',
  'The file {0} of the table {1} is as it was written, but could not be decoded. There may be too little memory: close other tabs and try again.':
    '表 {1} 的文件 {0} 与写入时一致，但无法解码。可能是内存不足：请关闭其他标签页后重试。',
  'The file {0} of the table {1} is damaged: {2}. The other tables can still be read; a saved copy brings it back.':
    '表 {1} 的文件 {0} 已损坏：{2}。其他表仍可读取；用副本可以恢复它。',
  'The file {0} of vectors is damaged: {1}. Everything else can still be read, and the vectors can be made again.':
    '向量文件 {0} 已损坏：{1}。其他内容仍可读取，向量可以重新生成。',
  'Everything saved before is kept.': '之前保存的内容仍然完好。',
  'The collection is not open.': '文档集未打开。',
  'The collection was closed.': '文档集已关闭。',
  'This page of the table cannot be shown.': '无法显示数据表的这一页。',
  'There is no such table.': '没有这个数据表。',
  'The table {0} has no such column.': '数据表 {0} 没有这一列。',
  'This could not be saved: {0}. Everything saved before is kept.': '无法保存：{0}。之前保存的内容仍然完好。',
  "the browser's storage is full. Remove a collection or free space on this disk":
    '浏览器存储空间已满。请移除一个文档集或释放磁盘空间',
  'try again': '请重试',
  'The browser could not read or remove its own files just now. Try again; if it happens again, reload the page.':
    '浏览器目前无法读取或删除自己的文件。请重试；若再次发生，请重新加载页面。',
  'The browser does not give its files to this page just now. Reload the page.':
    '浏览器暂时不让本页访问其文件。请重新加载页面。',
  'The result is gone. Run the query again.': '结果已不在。请重新运行查询。',
  'Only one query that reads (SELECT, FROM, WITH …) can be run here.':
    '这里只能运行一条读取数据的查询（SELECT、FROM、WITH 等）。',
  'What is here already is kept.': '已在本地的内容都会保留。',
  'Burrow may not ask {0}: you have not allowed it, or sealed mode is on. Open the address again to allow it, or switch sealed mode off under Settings, Models. Nothing was sent.':
    'Burrow 不能访问 {0}：您尚未允许它，或封闭模式已开启。请再次打开该地址以允许它，或在“设置”的“模型”中关闭封闭模式。未发送任何内容。',
  'This machine is offline, so nothing can be fetched from {0}. Try again when the network is back.':
    '本机处于离线状态，因此无法从 {0} 获取内容。网络恢复后请重试。',
  '{0} could not be reached, or the connection broke twice. Check the address and the network, then try again.':
    '无法连接 {0}，或连接中断了两次。请检查地址和网络，然后重试。',
  '{0} answers, but does not let pages of other sites read its files, or has no such file. Whoever runs it can allow that with the header Access-Control-Allow-Origin: {1} (or *). Or download the file and import it here.':
    '{0} 有响应，但不允许其他网站的页面读取其文件，或没有此文件。其运营者可以用响应头 Access-Control-Allow-Origin: {1}（或 *）允许读取。您也可以下载文件并在此导入。',
  'There is no “{0}” at this address on {1}, or it is not let read from here. Check the address.':
    '{1} 的此地址上没有“{0}”，或不允许从此处读取。请检查地址。',
  '{0} sends on to another host, which you have not allowed, so it was not followed. Open the address that it leads to.':
    '{0} 转到了另一个您尚未允许的主机，因此未跟随。请打开它所指向的地址。',
  'There is no “{0}” at this address on {1} (status {2}). Check the address.':
    '{1} 的此地址上没有“{0}”（状态 {2}）。请检查地址。',
  '{0} does not give “{1}” to everyone, or has no such file (status {2}). Burrow signs in nowhere: the file must be public.':
    '{0} 不向所有人提供“{1}”，或没有此文件（状态 {2}）。Burrow 不会登录任何地方：文件必须是公开的。',
  '{0} answered with status {1} for “{2}”. Try again later.': '{0} 对“{2}”返回了状态 {1}。请稍后重试。',
  'A web page came from {0} in place of “{1}”. Either there is no such file, or a login page of this network stands between. Check the address, and open it in another tab to see the page.':
    '{0} 返回的是网页，而不是“{1}”。可能没有此文件，或者此网络的登录页挡在中间。请检查地址，并在另一个标签页中打开它以查看该网页。',
  '{0} does not send parts of files (it ignores the header Range), and “{1}” is too large to be fetched whole for every question. Lay the files on another host, such as GitHub Pages, or import the whole collection as a file.':
    '{0} 不支持只发送文件的一部分（它忽略 Range 请求头），而“{1}”太大，无法为每个问题完整获取。请将文件放到其他主机（例如 GitHub Pages），或将整个文档集作为文件导入。',
  '“{0}” on {1} is larger than the {2} MB that are taken at most. Download it and import it as a file.':
    '{1} 上的“{0}”超过了最多可获取的 {2} MB。请下载它并作为文件导入。',
  '“{0}” on {1} is shorter than it should be, or other bytes came than were asked for. The index may just be changed there: try again in a while, and tell whoever published it if that does not help.':
    '{1} 上的“{0}”比应有的短，或返回了与请求不同的字节。该索引可能正在更改：请稍后重试；若仍不行，请告知发布者。',
  '{0} took longer than {1} seconds to send “{2}”. Check the network, then try again.':
    '{0} 发送“{2}”用了超过 {1} 秒。请检查网络，然后重试。',
};
