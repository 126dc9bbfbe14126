import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

const pixelsPerModule = 6;
/** ISO/IEC 18004 §9.1: four light modules around the symbol. */
const quietZone = 4;
/** The pixels of a light module. */
const whiteModule = 2 ** pixelsPerModule - 1;
/** The filter "up" with differences of zero. */
const sameAsAbove = 2;

/** Draws a QR symbol of `text` as a black-and-white PNG. */
export function qrPng(text: string): Buffer {
  // Readers accept any of the eight masks; trying all for the best one takes ten times as long as the rest.
  const { data, size } = encode(text, { ecc: 'M', border: 0, maskPattern: 0 });
  const width = (size + 2 * quietZone) * pixelsPerModule;
  const light = new Array<boolean>(size).fill(false);
  const edge = new Array<boolean[]>(quietZone).fill(light);
  const rows = [...edge, ...data, ...edge].map((row) => linesOf(row, width));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header.writeUInt8(1, 8); // one bit for a pixel, greyscale
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/**
 * Returns one row of modules. The first byte of a line names its filter (PNG §9.2): the lines below the first
 * repeat it.
 */
function linesOf(modules: boolean[], width: number): Buffer {
  const lineBytes = 1 + Math.ceil(width / 8);
  const lines = Buffer.alloc(lineBytes * pixelsPerModule);
  for (let line = 1; line < pixelsPerModule; line += 1) lines[line * lineBytes] = sameAsAbove;
  // A bit of 1 is white. At most seven bits wait for a full byte.
  let bits = 0;
  let count = 0;
  let at = 1;
  for (let module = -quietZone; module < modules.length + quietZone; module += 1) {
    bits = (bits << pixelsPerModule) | (modules[module] ? 0 : whiteModule);
    count += pixelsPerModule;
    if (count < 8) continue;
    count -= 8;
    lines[at] = bits >> count;
    at += 1;
    bits &= (1 << count) - 1;
  }
  if (count > 0) lines[at] = bits << (8 - count);
  return lines;
}

/** PNG §5.3: length, type, data, checksum of type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}
