import { browserServerNetwork } from '../src/adapters/models/server/server-connection';
import { createServerHost } from '../src/adapters/models/server/server-host';
import { attachable, startWorker } from '../src/channel';

startWorker(async () => attachable(createServerHost(await browserServerNetwork(), () => performance.now())));
