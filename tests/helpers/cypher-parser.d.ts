/** The parser of Neo4j's own browser has no types. */
declare module 'antlr4' {
  export const InputStream: new (text: string) => object;
  export const CommonTokenStream: new (lexer: object) => object;
}
declare module '@neo4j-cypher/antlr4' {
  interface Listening {
    removeErrorListeners(): void;
    addErrorListener(listener: object): void;
  }
  interface Tree {
    readonly children: readonly Tree[] | null;
    getText(): string;
  }
  export const CypherLexer: new (input: object) => Listening;
  export const CypherParser: {
    new (tokens: object): Listening & { cypher(): Tree };
    readonly StringLiteralContext: new () => Tree;
  };
}
