import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { ServiceError } from '../../core/errors.ts';
import { parseJsonBody } from '../../core/json.ts';
import { maxFiles } from '../../domain/administration/snapshots/snapshot.ts';
import { files, inputSecrets } from '../../domain/administration/snapshots/wire.ts';
import { type Files, readFile as readBySchema } from '../../domain/snapshot-part.ts';
import { t } from '../../http/schema.ts';
import { CommandFailure } from '../output.ts';
import { readInput } from '../read-input.ts';
import type { Terminal } from '../terminal.ts';

/** Reads a folder of JSON files, or one file in the form of the API. */
export async function readSnapshot(terminal: Terminal, source: string): Promise<Files> {
  if (source !== '-' && (await stat(source)).isDirectory()) return readFolder(source);
  const value = parse(source, await readInput(terminal, source));
  return explained(source, () => readBySchema(t.object({ files }), value).files);
}

/** Reads secrets in the form of `inputSecrets` of the API. */
export async function readInputSecrets(terminal: Terminal, file: string) {
  const value = parse(file, await readInput(terminal, file));
  return explained(
    file,
    () => readBySchema(t.object({ inputSecrets }), { inputSecrets: value }).inputSecrets,
  );
}

/** Leaves out hidden folders, such as .git, and files that are not JSON. */
async function readFolder(folder: string): Promise<Files> {
  const read: Files = {};
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    const path = name.split(sep).join('/');
    if (!path.endsWith('.json') || /(^|\/)\./.test(path)) continue;
    const file = join(folder, name);
    read[path] = parse(file, await readFile(file, 'utf8'));
  }
  if (Object.keys(read).length > 0) return read;
  throw new CommandFailure(
    `The folder ${folder} has no JSON files. \`latchkey snapshot export --output\` writes such a folder`,
    2,
  );
}

/** Refuses a folder with files: those of deleted subjects would stay, and come back with the next import. */
export async function writeFolder(folder: string, snapshot: Files): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new CommandFailure(`The folder ${folder} is not empty. Remove it first, or choose another folder`);
  for (const [path, value] of Object.entries(snapshot)) {
    const file = join(folder, path);
    if (relative(folder, file).startsWith('..'))
      throw new CommandFailure(`The path ${path} is outside the folder, so it cannot be written`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, `${JSON.stringify(value, null, 2)}\n`);
  }
}

/** The parser's messages do not quote the text, which may contain secrets. */
function parse(file: string, text: string): unknown {
  if (text.trim() === '') throw new CommandFailure(`Cannot read ${nameOf(file)}: it is empty`, 2);
  return explained(file, () => parseJsonBody(Buffer.from(text), { maxItems: 10_000, maxKeys: maxFiles }));
}

function explained<R>(file: string, read: () => R): R {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw new CommandFailure(
      `Cannot read ${nameOf(file)}: ${error.message.replace('The body', 'the text')}`,
      2,
    );
  }
}

function nameOf(file: string): string {
  return file === '-' ? 'standard input' : file;
}
