import { crc32, deflateSync } from 'node:zlib';
import { encode } from 'uqr';

const pixelsPerModule = 6;
/** ISO/IEC 18004 §9.1: four light modules around the symbol. */
const quietZone = 4;

/** A QR symbol of `text` as a black-and-white PNG. */
export function qrPng(text: string): Buffer {
  // Any of the eight masks can be read; trying them all for the best one takes ten times as long as the rest.
  const { data, size } = encode(text, { ecc: 'M', border: quietZone, maskPattern: 0 });
  const width = size * pixelsPerModule;
  const bytesPerLine = Math.ceil(width / 8);
  const lines = data.map((row) => {
    // The first byte of a line names its filter (none); a bit of 1 is white.
    const line = Buffer.alloc(1 + bytesPerLine);
    for (let x = 0; x < width; x++) {
      if (!row[Math.floor(x / pixelsPerModule)]) line[1 + (x >> 3)]! |= 0x80 >> (x & 7);
    }
    return Buffer.concat(new Array<Buffer>(pixelsPerModule).fill(line));
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(width, 4);
  header.writeUInt8(1, 8); // one bit for a pixel, greyscale
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(lines), { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
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
