import { browserDownloads } from '../src/adapters/models/download/download-host';
import { attachable, startWorker } from '../src/channel';
import { CATALOGUE } from '../src/core/models/catalogue/catalogue';

startWorker(() => attachable(browserDownloads(CATALOGUE)));
