/** Attributes of elements are text; those of components may be anything, unless other text stands beside the value. */
const isProperty = ({ parent }) =>
  parent.type === 'SvelteAttribute' && parent.value.length === 1 && parent.parent.parent.kind === 'component';

const isFilledTemplate = (type) =>
  type.isUnion()
    ? type.types.some(isFilledTemplate)
    : Boolean(type.getProperty('template') && type.getProperty('values'));

/** A message (`src/core/message.ts`) is data: shown as it is, a person would read “[object Object]”. */
const wordedMessages = {
  meta: { type: 'problem', schema: [], messages: { data: 'A message is data; show it with messageText.' } },
  create(context) {
    const { getTypeAtLocation } = context.sourceCode.parserServices;
    const check = (node, expression) => {
      if (!isProperty(node) && isFilledTemplate(getTypeAtLocation(expression)))
        context.report({ node, messageId: 'data' });
    };
    return {
      SvelteMustacheTag: (node) => check(node, node.expression),
    };
  },
};

export default { rules: { 'worded-messages': wordedMessages } };
