import { ServiceError } from '../../../core/errors.ts';
import { t } from '../../../http/schema.ts';
import type { Part } from './part.ts';
import { parts } from './parts.ts';
import {
  type Files,
  type PartName,
  readFile,
  snapshotVersion,
  versionFile,
  withoutNulls,
} from './snapshot.ts';

/** The files of one part, read. */
export interface ReadPart {
  part: Part;
  items: unknown[];
}

const versionSchema = t.object({ version: t.integer() });

/** What can be said of the files by themselves. `failures` names what is wrong with each. */
export function readFiles(files: Files, excludes: PartName[]): { read: ReadPart[]; failures: string[] } {
  const failures: string[] = [];
  const itemsOf = new Map<Part, unknown[]>();
  for (const [path, value] of Object.entries(files)) {
    try {
      if (path === versionFile) {
        checkVersion(value);
        continue;
      }
      const part = parts.find(({ paths }) => paths.test(path));
      if (!part) throw new ServiceError('E011004', 'a snapshot has no such file');
      if (excludes.includes(part.name)) continue;
      const items = itemsOf.get(part) ?? [];
      items.push(readItem(part, path, value));
      itemsOf.set(part, items);
    } catch (error) {
      failures.push(`${path.slice(0, 255)}: ${reasonOf(error)}`);
    }
  }
  // In the order of the parts, whatever the order of the files.
  const read = parts.flatMap((part) => {
    const items = itemsOf.get(part);
    return items ? [{ part, items: part.sort ? part.sort(items) : items }] : [];
  });
  return { read, failures };
}

function checkVersion(value: unknown): void {
  const { version } = readFile(versionSchema, value);
  if (version === snapshotVersion) return;
  throw new ServiceError('E011004', `version ${version} is of another version of this server`);
}

function readItem(part: Part, path: string, value: unknown): unknown {
  const item = part.read(withoutNulls(value));
  const place = part.pathOf(item);
  // Two files about the same would overwrite each other.
  if (place !== path) throw new ServiceError('E011004', `what this is about belongs in ${place}`);
  return item;
}

/** What is not a refusal is a fault of ours, and nothing to go on with. */
export function reasonOf(error: unknown): string {
  if (error instanceof ServiceError) return error.message;
  throw error;
}
