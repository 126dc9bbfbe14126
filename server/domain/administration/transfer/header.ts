import { refusal } from './file.ts';

/** The first line of a project file. */
export interface Header {
  format: 'latchkey-project';
  /** The version of the format. */
  version: 1;
  /** The release that wrote the file. */
  release: string;
  /** The newest migration of that release: its tables have the columns of the records. */
  schema: string;
  exportedAt: number;
  /** Includes the audit log. */
  audit: boolean;
  project: { id: string; name: string; tags: string; settings: string; createdAt: number };
  /** The number of records by kind. */
  counts: Record<string, number>;
}

/** Refuses a file that this release cannot read completely. */
export function readHeader(
  line: string | undefined,
  schemas: readonly string[],
  kinds: ReadonlySet<string>,
): Header {
  const header = readObject(line ?? '', 1) as unknown as Header;
  if (header.format !== 'latchkey-project') {
    throw refusal('Line 1: format must be latchkey-project. The file is not a project file');
  }
  if (header.version !== 1 || !schemas.includes(header.schema)) {
    throw refusal(
      `The file was written by release ${header.release}, which is newer than this one. Update this instance first`,
    );
  }
  if (!/^P[0-9A-Za-z]{27}$/.test(header.project?.id)) throw refusal('Line 1: project.id is not a project ID');
  const unknown = Object.keys(header.counts ?? {}).filter((kind) => !kinds.has(kind));
  if (unknown.length > 0) {
    throw refusal(
      `Line 1: this release does not know the records ${unknown.join(', ')}. Update this instance first`,
    );
  }
  return header;
}

export function readObject(text: string, line: number): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as never;
  } catch {
    // The message follows.
  }
  throw refusal(`Line ${line} is not a JSON object`);
}
