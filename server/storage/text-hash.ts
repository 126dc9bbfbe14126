/**
 * Returns what `hashtext` of PostgreSQL returns, which decides on which shard Citus keeps a row: Bob Jenkins' lookup3 of the bytes, as a signed
 * integer of 32 bits (src/common/hashfn.c, `hash_bytes`). Citus writes the ranges of the shards to the disk, so the function never changes.
 */
export function hashOfText(text: string): number {
  const bytes = Buffer.from(text);
  const start = (0x9e3779b9 + bytes.length + 3_923_095) | 0;
  const state: State = [start, start, start];
  let place = 0;
  for (; bytes.length - place >= 12; place += 12) {
    for (const part of [0, 1, 2] as const)
      state[part] = (state[part] + bytes.readInt32LE(place + 4 * part)) | 0;
    mix(state);
  }
  // The lowest byte of the last part is left out, because the length is already in the start.
  for (let rest = 0; place + rest < bytes.length; rest += 1) {
    const position = rest < 8 ? rest : rest + 1;
    const part = (position >> 2) as 0 | 1 | 2;
    state[part] = (state[part] + (bytes[place + rest]! << (8 * (position & 3)))) | 0;
  }
  return finish(state);
}

type State = [number, number, number];

function mix(state: State): void {
  let [a, b, c] = state;
  a = (a - c) ^ rotate(c, 4);
  c = (c + b) | 0;
  b = (b - a) ^ rotate(a, 6);
  a = (a + c) | 0;
  c = (c - b) ^ rotate(b, 8);
  b = (b + a) | 0;
  a = (a - c) ^ rotate(c, 16);
  c = (c + b) | 0;
  b = (b - a) ^ rotate(a, 19);
  a = (a + c) | 0;
  c = (c - b) ^ rotate(b, 4);
  b = (b + a) | 0;
  state[0] = a;
  state[1] = b;
  state[2] = c;
}

function finish([a, b, c]: State): number {
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  return ((c ^ b) - rotate(b, 24)) | 0;
}

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}
