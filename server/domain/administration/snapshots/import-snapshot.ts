import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { lockProject, readProject } from '../../project/projects/load-project.ts';
import { exportParts } from './export-snapshot.ts';
import type { Part } from './part.ts';
import { type ReadPart, readFiles, reasonOf } from './read-files.ts';
import { type GivenSecrets, type MissingSecrets, Secrets, secretKinds } from './secrets.ts';
import type { Files, PartName } from './snapshot.ts';

export interface SnapshotInput {
  files: Files;
  secrets?: GivenSecrets;
  /** Left as they are. */
  excludes?: PartName[];
}

export interface Verdict {
  /** Empty: it can be imported. */
  failures: string[];
  missing: MissingSecrets;
}

/** Written at a time: on SQLite everybody else who writes waits meanwhile. What is the case already does not count. */
const maxWritten = 1_000;

/** Thrown to take everything back. */
class UndoError extends Error {}

/** What an import would say: it is done, and taken back. */
export function validateSnapshot(ctx: ProjectContext, input: SnapshotInput): Promise<Verdict> {
  return runSnapshot(ctx, input, { dryRun: true });
}

/**
 * Makes the project what the files say, all or nothing. What they do not speak of stays, and nothing is deleted; files
 * that say what is the case change nothing. E113007 names everything that is wrong.
 */
export async function importSnapshot(ctx: ProjectContext, input: SnapshotInput): Promise<void> {
  const { failures } = await runSnapshot(ctx, input, { dryRun: false });
  if (failures.length === 0) return;
  const shown = failures.slice(0, 20);
  const more = failures.length > shown.length ? `; and ${failures.length - shown.length} more` : '';
  throw new ServiceError('E113007', `${shown.join('; ')}${more}`);
}

async function runSnapshot(
  caller: ProjectContext,
  { files, secrets: given = {}, excludes = [] }: SnapshotInput,
  { dryRun }: { dryRun: boolean },
): Promise<Verdict> {
  const { read, failures } = readFiles(files, excludes);
  let secrets = new Secrets(given);
  if (failures.length > 0) return { failures, missing: secrets.missing };
  const ctx = { ...caller, project: await readProject(caller) };
  const prepared = await prepare(ctx, read, dryRun);
  try {
    await transaction(ctx, async (ctx) => {
      // It may run again.
      failures.length = 0;
      secrets = new Secrets(given);
      await lockProject(ctx, ctx.project.id);
      const written = await write(ctx, read, { prepared, secrets, failures });
      failures.push(...missingFailures(secrets));
      if (dryRun || failures.length > 0) throw new UndoError();
      if (written.length > 0) await recordImport(ctx, written);
    });
  } catch (error) {
    if (!(error instanceof UndoError)) throw error;
  }
  return { failures, missing: secrets.missing };
}

function recordImport(ctx: ProjectContext, written: string[]): Promise<void> {
  const data = { count: written.length, files: written.slice(0, 100) };
  return recordAudit(ctx, { action: 'SnapshotImported', data });
}

async function prepare(ctx: ProjectContext, read: ReadPart[], dryRun: boolean): Promise<Map<Part, unknown>> {
  const prepared = new Map<Part, unknown>();
  for (const { part, items } of read) prepared.set(part, await part.prepare?.(ctx, items, dryRun));
  return prepared;
}

/** The paths of what was not as the files say. */
async function write(
  ctx: ProjectContext,
  read: ReadPart[],
  { prepared, secrets, failures }: { prepared: Map<Part, unknown>; secrets: Secrets; failures: string[] },
): Promise<string[]> {
  const written: string[] = [];
  for (const { part, items } of read) {
    const current = await exportParts(ctx, [part]);
    for (const item of items) {
      const path = part.pathOf(item);
      try {
        const before = current[path] === undefined ? undefined : part.read(current[path]);
        if (isDeepStrictEqual(before, item) && !secrets.isGivenFor(part.name)) continue;
        if (written.length === maxWritten) {
          failures.push(
            `More than ${maxWritten} files would change something: import some of them at a time`,
          );
          return written;
        }
        await part.write({ ctx, secrets, prepared: prepared.get(part) }, item, before);
        written.push(path);
      } catch (error) {
        // A statement that failed dooms the transaction: what comes after it fails for that, and says nothing new.
        if (failures.length > 0 && !(error instanceof ServiceError)) return written;
        failures.push(`${path}: ${reasonOf(error)}`);
      }
    }
  }
  return written;
}

function missingFailures({ missing }: Secrets): string[] {
  return secretKinds.flatMap((kind) =>
    missing[kind].map(({ id, type }) => `${kind}: ${id} needs its ${type}, as one of the inputSecrets`),
  );
}
