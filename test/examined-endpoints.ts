import { globSync } from 'node:fs';
import { join } from 'node:path';
import { endpoints } from '../server/groups.ts';
import type { Endpoint } from '../server/http/endpoint.ts';

const root = join(import.meta.dirname, '..');

/** The endpoints that the loops examine: all of them, or those of the groups that `npm run test:changed` names. */
export const examined: readonly Endpoint[] = await endpointsOf(process.env['TEST_GROUPS']);

async function endpointsOf(groups: string | undefined): Promise<readonly Endpoint[]> {
  if (groups === undefined) return endpoints;
  const files = globSync(
    groups.split(',').map((group) => `${group}/**/endpoints*.ts`),
    { cwd: root },
  );
  const modules = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => import(join(root, file)) as Promise<Record<string, unknown>>);
  const exported = (await Promise.all(modules)).flatMap((module) => Object.values(module).flat());
  return endpoints.filter((endpoint) => exported.includes(endpoint));
}
