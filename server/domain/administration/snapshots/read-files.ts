import { ServiceError } from '../../../core/errors.ts';
import { t } from '../../../http/schema.ts';
import { type Files, type Part, readFile } from '../../snapshot-part.ts';
import { snapshotVersion, versionFile, withoutNulls } from './snapshot.ts';

/** The parsed files of one part. */
export interface ReadPart {
  part: Part;
  items: unknown[];
}

const versionSchema = t.object({ version: t.integer() });

/** Checks the files by themselves. `failures` names the problems of each. */
export function readFiles(
  files: Files,
  parts: readonly Part[],
  excludes: readonly string[],
): { read: ReadPart[]; failures: string[] } {
  const failures: string[] = [];
  const itemsOf = new Map<Part, unknown[]>();
  for (const [path, value] of Object.entries(files)) {
    try {
      if (path === versionFile) {
        checkVersion(value);
        continue;
      }
      const part = parts.find(({ paths }) => paths.test(path));
      if (!part) throw new ServiceError('E011004', 'a snapshot does not contain a file with this name');
      if (excludes.includes(part.name)) continue;
      const items = itemsOf.get(part) ?? [];
      items.push(readItem(part, path, value));
      itemsOf.set(part, items);
    } catch (error) {
      failures.push(`${path.slice(0, 255)}: ${reasonOf(error)}`);
    }
  }
  // The order is that of the parts, whatever the order of the files.
  const read = parts.flatMap((part) => {
    const items = itemsOf.get(part);
    return items ? [{ part, items: part.sort ? part.sort(items) : items }] : [];
  });
  return { read, failures };
}

function checkVersion(value: unknown): void {
  const { version } = readFile(versionSchema, value);
  if (version === snapshotVersion) return;
  throw new ServiceError('E011004', `version ${version} is not supported by this version of the server`);
}

function readItem(part: Part, path: string, value: unknown): unknown {
  const item = part.read(withoutNulls(value));
  const place = part.pathOf(item);
  // Two files about the same item would overwrite each other.
  if (place !== path) throw new ServiceError('E011004', `the content of this file belongs in ${place}`);
  return item;
}

/** Returns the reason of a refusal, and rethrows other errors. */
export function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  throw error;
}
