import type { snapshotParts } from '../../../client/constants.ts';
import { now } from '../../clock.ts';
import { download } from '../../components/download.ts';

/** The files of a snapshot: JSON values by path. */
export type Files = Record<string, unknown>;

export type PartName = (typeof snapshotParts)[number];

export function writeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Downloads a snapshot in the format of the API's response, so that it can be imported without changes. */
export function downloadSnapshot(projectName: string, files: Files): void {
  const day = new Date(now()).toISOString().slice(0, 10);
  download(`snapshot-${projectName}-${day}.json`, [writeJson({ files })], 'application/json');
}

export class UnreadableError extends Error {
  /** The file that is not JSON. Undefined if the whole choice is not a snapshot. */
  readonly path: string | undefined;

  constructor(path?: string) {
    super('not a snapshot');
    this.path = path;
  }
}

/** Reads an exported snapshot file or a folder with a snapshot's files. */
export async function readSnapshot(chosen: File[]): Promise<Files> {
  const [first] = chosen;
  if (first && chosen.length === 1 && !first.webkitRelativePath) {
    const value = await readJson(first, first.name);
    if (!isObject(value) || !isObject(value.files)) throw new UnreadableError();
    return value.files;
  }
  const files: Files = {};
  for (const file of chosen) {
    // Paths do not include the folder itself.
    const path = file.webkitRelativePath.split('/').slice(1).join('/');
    const isHidden = path.split('/').some((name) => name.startsWith('.'));
    if (path.endsWith('.json') && !isHidden) files[path] = await readJson(file, path);
  }
  if (Object.keys(files).length === 0) throw new UnreadableError();
  return files;
}

async function readJson(file: File, path: string): Promise<unknown> {
  try {
    return JSON.parse(await file.text());
  } catch {
    throw new UnreadableError(path);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
