import { ServiceError } from './errors.ts';
import { trimEnd } from './trim-end.ts';

const maxDepth = 32;

/** Limits per list and per object. */
export interface JsonLimits {
  maxItems: number;
  maxKeys: number;
}

const defaultLimits: JsonLimits = { maxItems: 1_000, maxKeys: 200 };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON body. Besides what `JSON.parse` refuses, it refuses bytes that are not UTF-8, a repeated key in
 * an object (parsers disagree on which one counts), the key `__proto__`, integers that a number cannot hold
 * exactly, and more depth, keys or items than any request needs. An empty body is `{}`.
 */
export function parseJsonBody(body: Buffer, limits: Partial<JsonLimits> = {}): unknown {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw new ServiceError('E011001', 'The body is not UTF-8');
  }
  if (/^[\t\n\r ]*$/.test(text)) return {};
  // RFC 8259 §8.1: senders must not add one.
  if (text.startsWith('\ufeff'))
    throw new ServiceError('E011001', 'The body begins with a byte order mark (U+FEFF). Send it without one');
  // Checked before JSON.parse, which recurses and so needs a known depth.
  checkStructure(text, { ...defaultLimits, ...limits });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError('E011001', 'The body is not valid JSON');
  }
  // The schema judges lists: some SDK calls have one as their body.
  if (value === null || typeof value !== 'object') {
    throw new ServiceError('E011001', 'The body must be a JSON object');
  }
  return value;
}

interface Level {
  /** The keys seen so far; `undefined` in an array. */
  keys: Set<string> | undefined;
  /** The number of first keys that are 0, 1, 2, …, as in bytes written as an object. A set of millions takes a second. */
  ordered: number;
  /** The newest entry. */
  key: string;
  count: number;
}

/** Checks the text in one pass, storing only the key sets of the open objects. */
function checkStructure(text: string, { maxItems, maxKeys }: JsonLimits): void {
  const levels: Level[] = [];
  let isKey = false;
  for (let i = 0; i < text.length; i++) {
    const level = levels.at(-1);
    switch (text[i]) {
      case '{':
      case '[':
        if (levels.length === maxDepth) throw tooLarge(`nested deeper than ${maxDepth} levels`);
        isKey = text[i] === '{';
        levels.push({ keys: isKey ? new Set() : undefined, ordered: 0, key: '', count: 0 });
        break;
      case '}':
      case ']':
        levels.pop();
        isKey = false;
        break;
      case ',':
        isKey = level?.keys !== undefined;
        if (level && ++level.count >= (level.keys ? maxKeys : maxItems)) {
          throw tooLarge(
            level.keys ? `an object of more than ${maxKeys} keys` : `a list of more than ${maxItems}`,
          );
        }
        break;
      case '"': {
        const end = endOfString(text, i);
        if (isKey && level?.keys) level.key = addKey(level, level.keys, text.slice(i, end));
        isKey = false;
        i = end - 1;
        break;
      }
      default: {
        const number = numberAt(text, i);
        if (!number) break;
        if (!isHeldExactly(number)) throw inexact(levels);
        i += number.length - 1;
      }
    }
  }
}

const numberPattern = /-?\d[\d.eE+-]*/y;

function numberAt(text: string, start: number): string | undefined {
  const char = text.charCodeAt(start);
  // Only `-` and the digits begin a number; most characters are neither.
  if (char !== 45 && (char < 48 || char > 57)) return undefined;
  numberPattern.lastIndex = start;
  return numberPattern.exec(text)?.[0];
}

/**
 * Reports whether an integer, in whatever form it is written, keeps its digits when it is returned. The
 * fraction of a number may be rounded, as JSON readers do (RFC 8259 §6).
 */
function isHeldExactly(text: string): boolean {
  if (text.length <= shortNumber) return true;
  const value = Number(text);
  if (Number.isNaN(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
  if (text.length > longestNumber) return false;
  if (/^-?\d+$/.test(text)) return String(value) === text && BigInt(value) === BigInt(text);
  return digitsOf(text) === digitsOf(String(value));
}

/** Numbers up to this length lose no digits. */
const shortNumber = 15;
/** Exact integers beyond the safe range are shorter than this. */
const longestNumber = 100;

function digitsOf(number: string): string {
  const [mantissa = ''] = number.split(/e/i, 1);
  return trimEnd(mantissa.replace(/[-.]/g, '').replace(/^0+/, ''), '0');
}

function inexact(levels: readonly Level[]): ServiceError {
  const path = levels.map(({ keys, key, count }) => (keys ? key : String(count))).join('.');
  return new ServiceError(
    'E011003',
    `${path.slice(0, 128) || 'The body'} is an integer that a JSON number cannot hold exactly here. Send it as a string`,
  );
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i + 1;
  }
  return text.length;
}

function addKey(level: Level, keys: Set<string>, quoted: string): string {
  const key = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1);
  if (key === '__proto__') throw new ServiceError('E011001', 'The key __proto__ is not allowed');
  if (keys.size === 0 && key === String(level.ordered)) {
    level.ordered++;
    return key;
  }
  if (keys.has(key) || isIndexBelow(level.ordered, key)) {
    const name = JSON.stringify(key.slice(0, 64));
    throw new ServiceError('E011001', `The key ${name} appears twice in one object`);
  }
  keys.add(key);
  return key;
}

function isIndexBelow(limit: number, key: string): boolean {
  return limit > 0 && /^(0|[1-9]\d*)$/.test(key) && Number(key) < limit;
}

function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw new ServiceError('E011001', 'The body is not valid JSON');
  }
}

function tooLarge(what: string): ServiceError {
  return new ServiceError('E011001', `The body has ${what}`);
}
