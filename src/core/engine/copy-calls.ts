import type { EngineApi } from './api';
import { freeName } from './free-name';
import type { Session } from './session';

type CopyCalls = Pick<EngineApi, 'saveCopy' | 'openCopy'>;

/** A whole collection as one file, out and in. */
export function copyCalls({ env: { collections } }: Session): CopyCalls {
  return {
    saveCopy: (id) => collections.save(id),
    openCopy: async (copy) => {
      const others = await collections.list();
      const record = await collections.load(copy, {});
      const name = freeName(record.name, others);
      if (name !== record.name) await collections.rename(record.id, name);
      return { ...record, name };
    },
  };
}
