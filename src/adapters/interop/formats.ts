import type { ExportFormat } from './export-format';
import { csvFiles } from './formats/csv';
import { cypherScript } from './formats/cypher';
import { gexf } from './formats/gexf';
import { graphMl } from './formats/graphml';
import { graphRagTables } from './formats/graphrag';
import { nodeLinkJson } from './formats/node-link';
import { rdfTriples } from './formats/rdf';
import { markdownVault } from './formats/vault';

/** Every export, in the order in which a person is offered them. */
export const EXPORT_FORMATS: readonly ExportFormat[] = [
  graphRagTables,
  graphMl,
  gexf,
  nodeLinkJson,
  csvFiles,
  cypherScript,
  rdfTriples,
  markdownVault,
];
