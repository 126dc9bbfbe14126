import type { ProjectContext } from '../../../core/context.ts';
import type { Part } from './part.ts';
import { parts } from './parts.ts';
import { byText, type Files, type PartName, snapshotVersion, versionFile, withoutNulls } from './snapshot.ts';

/**
 * Exports the project's configuration, without users, keys and secrets. The same configuration always gives the same files. It
 * is read part by part, so a simultaneous change may be in one part and not yet in another.
 */
export async function exportSnapshot(ctx: ProjectContext, excludes: PartName[] = []): Promise<Files> {
  const wanted = parts.filter(({ name }) => !excludes.includes(name));
  return { [versionFile]: { version: snapshotVersion }, ...(await exportParts(ctx, wanted)) };
}

export async function exportParts(ctx: ProjectContext, wanted: readonly Part[]): Promise<Files> {
  const files: Files = {};
  for (const part of wanted) Object.assign(files, await part.export(ctx));
  return Object.fromEntries(
    Object.entries(files)
      .sort(byText(([path]) => path))
      .map(([path, file]) => [path, withoutNulls(file)]),
  );
}
