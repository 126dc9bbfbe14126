import { statfsSync } from 'node:fs';

/**
 * No test cuts the power, and a killed process loses nothing that it wrote: databases in memory keep every
 * tested guarantee, and no test waits for a disk.
 */
export function keepTemporaryFilesInMemory(): void {
  const memory = '/dev/shm';
  const neededBytes = 2 * 1024 ** 3;
  try {
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= neededBytes) process.env['TMPDIR'] = memory;
  } catch {
    // This system has none: the tests are slower.
  }
}
