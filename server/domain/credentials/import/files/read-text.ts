import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { ServiceError } from '../../../../core/errors.ts';

const chunkBytes = 256 * 1024;

/** Reads a text file in parts: UTF-8, or UTF-16, which begins with a mark or has a zero in each of its first characters. */
export async function* readText(file: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    decoder ??= new TextDecoder(encodingOf(file, chunk), { fatal: true });
    yield await decode(decoder, file, chunk);
  }
  if (decoder) yield await decode(decoder, file);
}

async function decode(decoder: TextDecoder, file: string, chunk?: Buffer): Promise<string> {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    const isUtf16 = decoder.encoding !== 'utf-8';
    const place = isUtf16 ? '' : `, line ${await firstBadLine(file)},`;
    const remedy = isUtf16
      ? 'Save it as UTF-8'
      : `It is probably Windows-1252. Save it as UTF-8, for example by: iconv -f WINDOWS-1252 -t UTF-8 ${file} > utf8-file`;
    throw new ServiceError('E011003', `${file}${place} is not ${isUtf16 ? 'UTF-16' : 'UTF-8'}. ${remedy}`);
  }
}

function encodingOf(file: string, [a = 1, b = 1, c = 1, d = 1]: Buffer): string {
  if (a === 0x1f && b === 0x8b) throw refusal(file, 'is compressed', `Decompress it first: gunzip ${file}`);
  if (a === 0x50 && b === 0x4b)
    throw refusal(
      file,
      'is a ZIP archive or an Excel workbook',
      'Unpack it, or save the sheet as “CSV UTF-8”',
    );
  if ((a === 0xff && b === 0xfe) || (a !== 0 && b === 0 && c !== 0 && d === 0)) return 'utf-16le';
  if ((a === 0xfe && b === 0xff) || (a === 0 && b !== 0 && c === 0 && d !== 0)) return 'utf-16be';
  return 'utf-8';
}

function refusal(file: string, problem: string, remedy: string): ServiceError {
  return new ServiceError('E011003', `${file} ${problem}. ${remedy}`);
}

/** Reads the file once more. */
async function firstBadLine(file: string): Promise<number> {
  let line = 1;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes }) as AsyncIterable<Buffer>) {
    rest = Buffer.concat([rest, chunk]);
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      if (!isUtf8(rest.subarray(0, end))) return line;
      line += 1;
      rest = rest.subarray(end + 1);
    }
    // A file without line breaks is all one line.
    if (rest.length > 16 * 1024 * 1024) return line;
  }
  return line;
}

/** A line of a text, with its number. */
export interface Line {
  text: string;
  number: number;
}

/** Splits a text into lines, without their ends: `\n`, `\r\n`, or `\r` as Excel for Mac writes it. */
export async function* linesOf(parts: AsyncIterable<string>): AsyncGenerator<Line> {
  let number = 0;
  let rest = '';
  for await (const part of parts) {
    // A `\n` may follow the last `\r` in the next part.
    const lines = (rest + part).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const text of lines) yield { text, number: ++number };
  }
  if (rest !== '') yield { text: rest.endsWith('\r') ? rest.slice(0, -1) : rest, number: ++number };
}
