import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { lockProject, readProject } from '../../project/projects/load-project.ts';
import { type Files, type Part, secretKinds } from '../../snapshot-part.ts';
import { exportParts } from './export-snapshot.ts';
import { type ReadPart, readFiles, reasonOf } from './read-files.ts';
import { type GivenSecrets, ImportSecrets, type MissingSecrets } from './secrets.ts';

export interface SnapshotInput {
  files: Files;
  /** All parts, in the order of writing. */
  parts: readonly Part[];
  secrets?: GivenSecrets;
  /** The names of the parts to leave unchanged. */
  excludes?: readonly string[];
}

export interface Verdict {
  /** The problems. None if the snapshot can be imported. */
  failures: string[];
  missing: MissingSecrets;
  /** The files that change something, in the order of writing. */
  changes: FileChange[];
  /** The differences from the files, and what to do about each. */
  notes: string[];
}

export interface FileChange {
  path: string;
  change: 'added' | 'changed';
}

/** The number of files that one import may change, because other writers on SQLite wait meanwhile. */
const maxWritten = 1_000;

/** Thrown to roll everything back. */
class UndoError extends Error {}

/** Validates a snapshot by importing it and rolling it back. */
export function validateSnapshot(ctx: ProjectContext, input: SnapshotInput): Promise<Verdict> {
  return runSnapshot(ctx, input, { dryRun: true });
}

/**
 * Changes the project to match the files, all or nothing. Leaves everything else unchanged, deletes nothing, and writes nothing
 * for files that match already. Throws E113007 with everything that is wrong.
 */
export async function importSnapshot(
  ctx: ProjectContext,
  input: SnapshotInput,
): Promise<{ notes: string[] }> {
  const { failures, notes } = await runSnapshot(ctx, input, { dryRun: false });
  if (failures.length === 0) return { notes };
  const shown = failures.slice(0, 20);
  const more = failures.length > shown.length ? `; and ${failures.length - shown.length} more` : '';
  throw new ServiceError('E113007', `${shown.join('; ')}${more}`);
}

/** Imports a snapshot unless it has problems. A dry run finds the problems and the changes, and stores nothing. */
export async function runSnapshot(
  caller: ProjectContext,
  { files, parts, secrets: given = {}, excludes = [] }: SnapshotInput,
  { dryRun }: { dryRun: boolean },
): Promise<Verdict> {
  const { read, failures } = readFiles(files, parts, excludes);
  let secrets = new ImportSecrets(given);
  let changes: FileChange[] = [];
  const notes: string[] = [];
  if (failures.length > 0) return { failures, missing: secrets.missing, changes, notes };
  const ctx = { ...caller, project: await readProject(caller) };
  const prepared = await prepare(ctx, read, dryRun);
  try {
    await transaction(ctx, async (ctx) => {
      // Resets the lists, because the transaction may run again.
      failures.length = 0;
      notes.length = 0;
      secrets = new ImportSecrets(given);
      await lockProject(ctx, ctx.project.id);
      changes = await write(ctx, read, { prepared, secrets, failures, notes });
      failures.push(...missingFailures(secrets));
      if (dryRun || failures.length > 0) throw new UndoError();
      if (changes.length > 0) await recordImport(ctx, changes);
    });
  } catch (error) {
    if (!(error instanceof UndoError)) throw error;
  }
  return { failures, missing: secrets.missing, changes, notes };
}

function recordImport(ctx: ProjectContext, changes: FileChange[]): Promise<void> {
  const data = { count: changes.length, files: changes.slice(0, 100).map(({ path }) => path) };
  return recordAudit(ctx, { action: 'SnapshotImported', data });
}

async function prepare(ctx: ProjectContext, read: ReadPart[], dryRun: boolean): Promise<Map<Part, unknown>> {
  const prepared = new Map<Part, unknown>();
  for (const { part, items } of read) prepared.set(part, await part.prepare?.(ctx, items, dryRun));
  return prepared;
}

/** Writes the files, and returns those that changed something. */
async function write(
  ctx: ProjectContext,
  read: ReadPart[],
  {
    prepared,
    secrets,
    failures,
    notes,
  }: { prepared: Map<Part, unknown>; secrets: ImportSecrets; failures: string[]; notes: string[] },
): Promise<FileChange[]> {
  const written: FileChange[] = [];
  for (const { part, items } of read) {
    const current = await exportParts(ctx, [part]);
    for (const item of items) {
      const path = part.pathOf(item);
      try {
        const before = current[path] === undefined ? undefined : part.read(current[path]);
        if (isDeepStrictEqual(before, item) && !secrets.isGivenFor(part.secrets?.kind)) continue;
        if (written.length === maxWritten) {
          failures.push(
            `More than ${maxWritten} files contain changes. Split the snapshot and import the files in smaller parts`,
          );
          return written;
        }
        const note = (sentence: string) => void notes.push(`${path}: ${sentence}`);
        const run = { ctx, secrets, prepared: prepared.get(part), note };
        if ((await part.write(run, item, before)) === 'same') continue;
        written.push({ path, change: before === undefined ? 'added' : 'changed' });
      } catch (error) {
        // A failed statement dooms the transaction: later errors follow from it, and say nothing new.
        if (failures.length > 0 && !(error instanceof ServiceError)) return written;
        failures.push(`${path}: ${reasonOf(error)}`);
      }
    }
  }
  return written;
}

function missingFailures({ missing }: ImportSecrets): string[] {
  return secretKinds.flatMap((kind) =>
    missing[kind].map(({ id, type }) => `${kind}: ${id} needs its ${type}, as one of the inputSecrets`),
  );
}
