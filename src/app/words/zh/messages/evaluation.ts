/** Messages of evaluations: their plan, run and results. */
export const evaluation: Readonly<Record<string, string>> = {
  'A file with questions of your evaluation was damaged. Questions that may be lost: {0}. Import them again, or open a saved copy of this collection.':
    '保存您的评估问题的一个文件已损坏。可能丢失的问题数：{0}。请重新导入，或打开此文档集的副本。',
  'A file with results of your evaluation was damaged. Results that are to be made again: {0}. Run the evaluation once more. Verdicts that you gave by hand may be lost.':
    '保存您的评估结果的一个文件已损坏。需要重新生成的结果数：{0}。请再次运行评估。您手动给出的判定可能已丢失。',
  'Nothing could be used of the last {0} replies: the model did not keep to the form. What was made before is kept. Choose a larger model.':
    '最近 {0} 条回复均无法使用：模型未遵循格式。此前生成的内容已保留。请选择更大的模型。',
  'Question {0} has {1} characters. It may have {2}.': '第 {0} 个问题有 {1} 个字符，最多可有 {2} 个。',
  '{0} of {1} questions were made from the index. They use the words of their passages, so that recall of evidence is flattering.':
    '{1} 个问题中有 {0} 个由索引生成。它们使用段落中的原话，因此证据召回率偏高。',
  'No reply could be used.': '没有可用的回复。',
  'No chat model is chosen, so nothing is answered and judged: only the passages that are found can be measured.':
    '未选择聊天模型，因此不会回答，也不会评判：只能衡量找到的段落。',
  '{0} shows no documents, so it has no answer without a chat model.':
    '{0} 不展示任何文档，因此没有聊天模型就没有回答。',
  'Retrieval: the passages that were shown are {0} % of the marked evidence.':
    '检索：所展示的段落占已标记依据的 {0} %。',
  'Retrieval: the passages that were shown cover {0} % of the groups of passages that bear on the questions.':
    '检索：所展示的段落覆盖了与问题有关的段落组的 {0} %。',
  'Retrieval: the passages that were shown state {0} % of what the reference answers state.':
    '检索：所展示的段落包含参考答案所述内容的 {0} %。',
  'Number of passages: {0} % of the claims are wrong and come from passages that state nothing of the reference answers.':
    '段落数量：{0} % 的论断有误，且来自不含参考答案任何内容的段落。',
  'Prompt or model: of what the passages state of the reference answers, the answers use {0} %.':
    '提示词或模型：对于段落中所含的参考答案内容，回答使用了 {0} %。',
  'Model: {0} % of the claims are wrong and stand in no passage.': '模型：{0} % 的论断有误，且不见于任何段落。',
  'Model: the passages that were shown state {0} % of the claims of the answers.':
    '模型：所展示的段落包含回答中论断的 {0} %。',
  '{0} judged answers that it wrote itself. Models prefer their own words.':
    '{0} 评判了它自己写的回答。模型会偏爱自己的表述。',
  'Several judges gave these verdicts: {0}. Figures of different judges do not compare well.':
    '这些判定出自多个评判者：{0}。不同评判者的数值不宜相互比较。',
  '{0} was not calibrated, so its likeliest verdict counts.': '{0} 未经校准，因此以其最可能的判定为准。',
  'Questions that are measured: {0}. With so few, intervals are wide and small differences cannot be shown.':
    '参与衡量的问题数：{0}。数量这么少，区间很宽，无法显示微小差异。',
  '{0} of {1} answers are of an earlier state of the collection. Run asks those of the chosen model again.':
    '{1} 个回答中有 {0} 个依据文档集较早的状态。再次运行会重新询问所选模型的那些回答。',
  'Answers to other words of a question, or by other prompts, are left out: {0}. Run the evaluation again.':
    '针对不同问题措辞或依据其他提示词的回答未计入：{0}。请再次运行评估。',
  'Without a chat model these modes find the same passages, so only one of them is worth its time: {0}.':
    '没有聊天模型时，以下模式找到的段落相同，只需运行其中之一：{0}。',
  'Comparisons take questions on the whole collection, or of no class. All of these ask for facts, which no criterion tells apart.':
    '比较只针对关于整个文档集的问题，或未分类的问题。这里的问题都只问事实，没有标准可以区分。',
  '{0} of {1} questions have no evidence, so that retrieval is not measured by them. Edit a question to mark the passages that hold its answer, or have passages rated.':
    '{1} 个问题中有 {0} 个没有证据，因此无法用它们衡量检索。请编辑问题并标记含有答案的段落，或让模型为段落评分。',
  '{0} of {1} questions have no right answer, so that only faithfulness and unsupported claims are measured by them. Edit a question to write one.':
    '{1} 个问题中有 {0} 个没有正确答案，因此只能用它们衡量忠实度和无依据的陈述。请编辑问题并写上正确答案。',
  '{0} of {1} questions have no assertions, so that none is tested by them. Edit a question to write some.':
    '{1} 个问题中有 {0} 个没有断言，因此无法用它们检验断言。请编辑问题并写上断言。',
  '{0} of {1} questions were made. Others are in the set already, or could not be made of the documents.':
    '已生成 {0} 个问题（共需 {1} 个）。其余的已在问题集中，或无法由文档生成。',
};
