import type { ProjectContext } from '../../../core/context.ts';
import { byText, type Files, type Part } from '../../snapshot-part.ts';
import { snapshotVersion, versionFile, withoutNulls } from './snapshot.ts';

/**
 * Exports the project's configuration, without users, keys and secrets. The same configuration always gives the same files. It
 * is read part by part, so a simultaneous change may be in one part and not yet in another.
 */
export async function exportSnapshot(ctx: ProjectContext, parts: readonly Part[]): Promise<Files> {
  return { [versionFile]: { version: snapshotVersion }, ...(await exportParts(ctx, parts)) };
}

export async function exportParts(ctx: ProjectContext, parts: readonly Part[]): Promise<Files> {
  const files: Files = {};
  for (const part of parts) Object.assign(files, await part.export(ctx));
  return Object.fromEntries(
    Object.entries(files)
      .sort(byText(([path]) => path))
      .map(([path, file]) => [path, withoutNulls(file)]),
  );
}
