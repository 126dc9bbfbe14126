import { ServiceError } from '../../../core/errors.ts';
import { parseJsonBody } from '../../../core/json.ts';
import { importLimits } from './import-row.ts';

/**
 * Returns the records of an uploaded file; each should be an object. The file comes in the three forms that the public SDKs
 * send: base64, the text itself, or an object with a byte under each index. It contains a JSON list, or one JSON object
 * per line.
 */
export function readUploadedRecords(field: string, file: unknown): unknown[] {
  if (file === undefined || file === '') return [];
  const text = readText(field, file).trim();
  const records = text.startsWith('[') ? readList(field, text) : readLines(field, text);
  if (records.length > importLimits.rows) {
    throw new ServiceError('E011003', `${field} has more than ${importLimits.rows} records. Split the file`);
  }
  return records;
}

function readText(field: string, file: unknown): string {
  if (typeof file !== 'string') return decode(field, readBytes(field, file));
  if (/^\s*[[{]/.test(file)) return file;
  const base64 = file.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    throw new ServiceError(
      'E011003',
      `${field} is neither JSON nor base64. Send a JSON list, or one JSON object per line`,
    );
  }
  return decode(field, Buffer.from(base64, 'base64'));
}

/** Reads bytes as JSON.stringify writes a Uint8Array: `{"0":91,"1":123}`. */
function readBytes(field: string, file: unknown): Buffer {
  const bytes = file === null || typeof file !== 'object' ? [] : Object.values(file);
  const isBytes = bytes.every((byte) => Number.isInteger(byte) && byte >= 0 && byte <= 255);
  if (bytes.length === 0 || !isBytes || Array.isArray(file)) {
    throw new ServiceError('E011003', `${field} must be text or bytes`);
  }
  return Buffer.from(bytes as number[]);
}

function decode(field: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ServiceError('E011003', `${field} is not UTF-8. Save the file as UTF-8`);
  }
}

function readList(field: string, text: string): unknown[] {
  return parse(field, text, { maxItems: importLimits.rows }) as unknown[];
}

function readLines(field: string, text: string): unknown[] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines.flatMap((line, index) => (line === '' ? [] : [parse(`${field}, line ${index + 1},`, line)]));
}

function parse(what: string, text: string, limits = {}): unknown {
  try {
    return parseJsonBody(Buffer.from(text), limits);
  } catch (error) {
    const reason = (error as Error).message.replace(/^The body/, what);
    throw new ServiceError('E011003', reason);
  }
}
