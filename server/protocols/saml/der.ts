/** Encodes the part of DER (X.690) that a certificate needs. */

export function sequence(...items: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(items));
}

export function set(...items: Buffer[]): Buffer {
  return tagged(0x31, Buffer.concat(items));
}

/** Encodes a value inside a context-specific tag, [0] for 0. */
export function explicit(tag: number, content: Buffer): Buffer {
  return tagged(0xa0 + tag, content);
}

/** Encodes unsigned big-endian bytes. */
export function integer(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0);
  const minimal = first === -1 ? Buffer.from([0]) : bytes.subarray(first);
  // A leading bit would make the number negative.
  return tagged(0x02, minimal[0]! & 0x80 ? Buffer.concat([Buffer.from([0]), minimal]) : minimal);
}

export function boolean(value: boolean): Buffer {
  return tagged(0x01, Buffer.from([value ? 0xff : 0]));
}

export function octetString(bytes: Buffer): Buffer {
  return tagged(0x04, bytes);
}

export function bitString(bytes: Buffer, unusedBits = 0): Buffer {
  return tagged(0x03, Buffer.concat([Buffer.from([unusedBits]), bytes]));
}

export function nullValue(): Buffer {
  return tagged(0x05, Buffer.alloc(0));
}

export function utf8String(text: string): Buffer {
  return tagged(0x0c, Buffer.from(text, 'utf8'));
}

export function objectId(dotted: string): Buffer {
  const [first, second, ...rest] = dotted.split('.').map(Number) as [number, number, ...number[]];
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** RFC 5280 §4.1.2.5: two-digit years until 2049. */
export function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '');
  return digits < '2050' ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits));
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, ...length(content.length)]), content]);
}

function length(size: number): number[] {
  if (size < 0x80) return [size];
  const bytes: number[] = [];
  for (let rest = size; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff);
  return [0x80 | bytes.length, ...bytes];
}
