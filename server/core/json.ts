import { ServiceError } from './errors.ts';

const maxDepth = 32;

/** Of one list, and of one object. */
export interface JsonLimits {
  maxItems: number;
  maxKeys: number;
}

const defaultLimits: JsonLimits = { maxItems: 1_000, maxKeys: 200 };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Parses a JSON body. Beyond what `JSON.parse` refuses, these are refused too: bytes that are not UTF-8, a key that
 * stands twice in one object (parsers disagree which one wins), the key `__proto__`, and more depth, keys or items
 * than any request needs. An empty body is `{}`.
 */
export function parseJsonBody(body: Buffer, limits: Partial<JsonLimits> = {}): unknown {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    throw new ServiceError('E011001', 'The body is not UTF-8');
  }
  if (/^[\t\n\r ]*$/.test(text)) return {};
  // Before JSON.parse, because that one recurses: depth must be known to be harmless first.
  checkStructure(text, { ...defaultLimits, ...limits });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError('E011001', 'The body is not valid JSON');
  }
  // A list is for the schema to judge: there are calls in the SDKs whose body is one.
  if (value === null || typeof value !== 'object') {
    throw new ServiceError('E011001', 'The body must be a JSON object');
  }
  return value;
}

interface Level {
  /** The keys seen so far; `undefined` in an array. */
  keys: Set<string> | undefined;
  count: number;
}

/** One pass over the text, without building anything but the set of keys of the open objects. */
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
        levels.push({ keys: isKey ? new Set() : undefined, count: 0 });
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
        if (isKey && level?.keys) addKey(level.keys, text.slice(i, end));
        isKey = false;
        i = end - 1;
      }
    }
  }
}

function endOfString(text: string, start: number): number {
  for (let i = start + 1; i < text.length; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === '"') return i + 1;
  }
  return text.length;
}

function addKey(keys: Set<string>, quoted: string): void {
  const key = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1);
  if (key === '__proto__') throw new ServiceError('E011001', 'The key __proto__ is not allowed');
  if (keys.has(key)) {
    const name = JSON.stringify(key.slice(0, 64));
    throw new ServiceError('E011001', `The key ${name} stands twice in one object`);
  }
  keys.add(key);
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
