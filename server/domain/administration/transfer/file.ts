import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { ServiceError } from '../../../core/errors.ts';

/** The texts are collected to chunks, because each chunk costs several steps of the streams. */
const chunkCharacters = 64 * 1024;

/**
 * Writes the lines into a file that is encrypted with the passphrase, in the format of age (https://age-encryption.org/v1). The file
 * gets its name when it is complete and on the disk.
 */
export async function writeEncrypted(
  {
    file,
    passphrase,
    scryptWorkFactor,
  }: { file: string; passphrase: string; scryptWorkFactor?: number | undefined },
  lines: AsyncIterable<string>,
): Promise<void> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  if (scryptWorkFactor) encrypter.setScryptWorkFactor(scryptWorkFactor);
  const encrypted = await encrypter.encrypt(Readable.toWeb(Readable.from(chunksOf(lines))) as never);
  const partial = `${file}.partial`;
  try {
    await pipeline(
      Readable.fromWeb(encrypted as never),
      createWriteStream(partial, { flags: 'w', mode: 0o600, flush: true }),
    );
    await rename(partial, file);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function* chunksOf(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let text = '';
  for await (const line of lines) {
    text += `${line}\n`;
    if (text.length < chunkCharacters) continue;
    yield encoder.encode(text);
    text = '';
  }
  if (text !== '') yield encoder.encode(text);
}

/** Reads the lines of an encrypted file. Each part is authenticated before it is returned, and the end is, too. */
export async function* readEncrypted(file: string, passphrase: string): AsyncGenerator<string> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  const source = createReadStream(file);
  try {
    // Reports a missing file as such.
    await (await open(file)).close();
    const decrypted = await decrypter.decrypt(Readable.toWeb(source) as never);
    const text = Readable.fromWeb(decrypted as never);
    // `readline` does not report errors of its input.
    let failure: unknown;
    text.on('error', (error) => {
      failure = error;
    });
    for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY }))
      yield line;
    if (failure) throw failure;
  } catch (error) {
    throw explain(error, file);
  } finally {
    source.destroy();
  }
}

function explain(error: unknown, file: string): unknown {
  const { message, code } = error as NodeJS.ErrnoException;
  if (code !== undefined || error instanceof ServiceError) return error;
  if (/no identity matched/i.test(message)) return refusal(`The passphrase does not decrypt ${file}`);
  if (/header|version|stanza/i.test(message)) {
    return refusal(`${file} is not a project file: it must be one that \`latchkey export\` wrote`);
  }
  return refusal(`${file} is damaged or cut off (${message}). Copy it again, or export the project again`);
}

export function refusal(message: string): ServiceError {
  return new ServiceError('E011004', message);
}
