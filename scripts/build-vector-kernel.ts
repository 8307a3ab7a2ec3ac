import { writeFileSync } from 'node:fs';
import { KERNEL_BYTES_FILE, kernelBytesModule } from './lib/vector-kernel';

/** Writes the vector kernel's bytes from its source: `npx tsx scripts/build-vector-kernel.ts`. */
writeFileSync(KERNEL_BYTES_FILE, await kernelBytesModule());
