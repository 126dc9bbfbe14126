import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../core/config.ts';
import { componentFolders } from '../../domain/pages/components/folders.ts';
import { releases } from '../../domain/pages/components/releases.ts';

/** Reports whether the components are installed. They are optional, so a missing one is no problem. */
export function checkComponents(config: Config): string {
  const folders = componentFolders(config);
  const missing = releases
    .map(({ name, version }) => `${name}@${version}`)
    .filter((release) => !folders.some((folder) => existsSync(join(folder, release))));
  if (missing.length === 0) return `${releases.map(({ name, version }) => `${name}@${version}`).join(', ')}`;
  return `not installed: ${missing.join(', ')}. If applications use the ready-made components, run \`latchkey components install\``;
}
