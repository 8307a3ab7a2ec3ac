import type { Session } from '../session/session';
import type { AddressCalls } from './hosted-calls';
import { lookAtCopy, openCopyAddress } from './open-copy-address';
import { lookAtTables, openTablesAddress } from './open-tables-address';
import { ParseError } from '../../errors';
import { message } from '../../message';

/** Copies and tables alone. */
export function addressCalls(session: Session): AddressCalls {
  return {
    lookAtAddress: async (address, options) => {
      if (!address.endsWith('/')) return lookAtCopy(session, address, options);
      const tables = await lookAtTables(session, address, options);
      if (tables) return tables;
      throw new ParseError(
        message`There are no tables of GraphRAG in this folder: entities.parquet is not there. Nothing was added.`,
      );
    },
    openAddress: (address, options) =>
      address.endsWith('/') ? openTablesAddress(session, address, options) : openCopyAddress(session, address, options),
  };
}
