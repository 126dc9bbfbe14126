import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/counterparts/program.ts';
import { databaseFile, type Place } from '../place.ts';
import { type ServerProcess, startProcess } from '../server-process.ts';
import { prepareFloor } from './database.ts';

/** Starts the floor on `cores`, with the data of a Latchkey database that nothing else uses. */
export async function startFloor(place: Place, cores: string): Promise<ServerProcess> {
  const keyFile = join(place.dataDir, 'signing-key.json');
  writeFileSync(keyFile, JSON.stringify(await prepareFloor(place)), { mode: 0o600 });
  const program = fileURLToPath(new URL('./server.ts', import.meta.url));
  const port = await freePort();
  const engine = place.url ? 'postgres' : 'sqlite';
  const args = [program, engine, place.url ?? databaseFile(place), keyFile, String(port)];
  return startProcess({ args, cores, port });
}
