import { browserServerNetwork } from '../src/adapters/models/server/server-connection';
import { createServerHost } from '../src/adapters/models/server/server-host';
import { attachable, startWorker } from '../src/channel';

/** Put in by the build: origins of model servers beyond this machine that it was made for. */
declare const SERVER_HOSTS: readonly string[];

startWorker(() => attachable(createServerHost(browserServerNetwork(SERVER_HOSTS), () => performance.now())));
