import { parseArgs } from 'node:util';
import { createStaticServer } from './lib/static-server';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4173' },
    base: { type: 'string', default: '/' },
    folder: { type: 'string', default: 'dist' },
  },
});

const base = `/${values.base.replaceAll(/^\/+|\/+$/gu, '')}/`.replace('//', '/');
const server = createStaticServer({ folder: values.folder, base });
const listen = (port: number): void => {
  server.listen(port, '127.0.0.1');
};

server.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  console.log(`Port ${values.port} is taken; using a free one.`);
  listen(0);
});
server.on('listening', () => {
  const address = server.address();
  if (address && typeof address === 'object') {
    console.log(`Burrow is at http://localhost:${String(address.port)}${base}  (stop with Ctrl+C)`);
  }
});
listen(Number(values.port));
