import type { Table } from 'apache-arrow';

/** Methods of a database that table pages use. */
export interface QueryDatabase {
  run(sql: string): Promise<void>;
  /** Parses and binds one statement without running it. Throws DuckDB's error. */
  prepare(sql: string): Promise<void>;
  select(sql: string, parameters: readonly string[]): Promise<Table>;
  /** Adds the rows of an Arrow IPC stream to a table. */
  insert(table: string, arrow: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** A connection of DuckDB, which answers at once in Node and through promises in a browser. */
export interface DuckdbConnection {
  query(sql: string): Table | Promise<Table>;
  prepare(sql: string): DuckdbStatement | Promise<DuckdbStatement>;
  insertArrowFromIPCStream(
    arrow: Uint8Array,
    options: { readonly name: string; readonly create: boolean },
  ): void | Promise<void>;
}

interface DuckdbStatement {
  query(...parameters: readonly string[]): Table | Promise<Table>;
  close(): void | Promise<void>;
}

/** DuckDB without a way to files, the network or extensions, which no later query can open again. */
export async function queryDatabase(
  connection: DuckdbConnection,
  close: () => void | Promise<void>,
): Promise<QueryDatabase> {
  await connection.query('SET autoload_known_extensions=false');
  await connection.query('SET autoinstall_known_extensions=false');
  await connection.query('SET enable_external_access=false');
  await connection.query('SET lock_configuration=true');
  return {
    run: async (sql) => void (await connection.query(sql)),
    prepare: async (sql) => (await connection.prepare(sql)).close(),
    select: async (sql, parameters) => {
      const statement = await connection.prepare(sql);
      try {
        return await statement.query(...parameters);
      } finally {
        await statement.close();
      }
    },
    insert: async (name, arrow) => connection.insertArrowFromIPCStream(arrow, { name, create: false }),
    close: async () => close(),
  };
}
