/** Queries to begin with, by the key of their title among the words of the screen. They run on any collection. */
export const SQL_EXAMPLES = [
  {
    key: 'connected',
    sql: 'SELECT title, type, degree, frequency\nFROM entities\nORDER BY degree DESC\nLIMIT 20',
  },
  {
    key: 'perDocument',
    sql: `SELECT documents.title, count(DISTINCT named.entity) AS entities
FROM (SELECT document_id, unnest(entity_ids) AS entity FROM text_units) AS named
JOIN documents ON documents.id = named.document_id
GROUP BY documents.title
ORDER BY entities DESC`,
  },
  {
    key: 'shared',
    sql: `SELECT entities.title, count(DISTINCT text_units.document_id) AS documents
FROM entities
JOIN text_units ON list_contains(entities.text_unit_ids, text_units.id)
GROUP BY entities.title
HAVING count(DISTINCT text_units.document_id) > 1
ORDER BY documents DESC
LIMIT 50`,
  },
  {
    key: 'strongest',
    sql: 'SELECT source, target, weight, description\nFROM relationships\nORDER BY weight DESC\nLIMIT 20',
  },
  {
    key: 'levels',
    sql: 'SELECT level, count(*) AS communities, max(size) AS largest\nFROM communities\nGROUP BY level\nORDER BY level',
  },
  {
    key: 'summaries',
    sql: 'SELECT level AS layer, text, method, len(text_unit_ids) AS passages\nFROM summaries\nORDER BY level DESC, passages DESC\nLIMIT 20',
  },
  {
    key: 'columns',
    sql: "SELECT table_name, column_name, data_type\nFROM information_schema.columns\nWHERE table_name NOT LIKE '\\_%' ESCAPE '\\'\nORDER BY table_name, ordinal_position",
  },
] as const;
