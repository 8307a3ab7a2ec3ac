import { message, type Message } from '../../../core/message';

/** Form of a collection that can be imported. */
interface ImportForm {
  readonly title: Message;
  readonly about: Message;
}

/** Words of the import dialog. They come with it, since few visits need them. */
export const IMPORT_WORDS = {
  title: message`Import a collection`,
  about: message`Adds a collection of its own. What is open stays as it is.`,
  action: message`Choose files`,
  forms: [
    {
      title: message`Saved copy`,
      about: message`A .burrow file from Export collection.`,
    },
    {
      title: message`GraphRAG tables`,
      about: message`Parquet files of Microsoft GraphRAG 0.5 to 3, all together or as a ZIP file. For a folder of them, use Add a folder.`,
    },
    {
      title: 'GraphML',
      about: message`As yEd, Gephi, Neo4j, TinkerPop, networkx, igraph, LightRAG and nano-graphrag write it.`,
    },
    { title: 'GEXF', about: message`As Gephi and networkx write it.` },
    {
      title: message`JSON (nodes and links)`,
      about: message`As networkx, D3, Cytoscape and graphology write it.`,
    },
    {
      title: message`CSV (nodes and edges)`,
      about: message`As Neo4j and Gephi write it, or with columns source and target.`,
    },
  ] as readonly ImportForm[],
};
