import { createHash } from 'node:crypto';
import { ServiceError } from '../../../../core/errors.ts';
import { logoFolder } from '../../../../core/hosted-pages.ts';
import { trimEnd } from '../../../../core/trim-end.ts';

/** The size of an uploaded image. A logo of 400 by 100 pixels takes a tenth of it. */
export const maxLogoBytes = 128 * 1024;

/** The kinds of images that browsers show everywhere, by how they begin. */
const kinds = [
  { extension: 'png', type: 'image/png', begins: (bytes: Buffer) => hex(bytes, 0, 8) === '89504e470d0a1a0a' },
  { extension: 'jpg', type: 'image/jpeg', begins: (bytes: Buffer) => hex(bytes, 0, 3) === 'ffd8ff' },
  {
    extension: 'webp',
    type: 'image/webp',
    begins: (bytes: Buffer) => text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP',
  },
  { extension: 'svg', type: 'image/svg+xml', begins: isSvg },
] as const;

export interface Logo {
  /** Depends on the content, so that browsers may cache it for good. */
  name: string;
  type: string;
  /** In Base64. */
  content: string;
}

/** Reads an uploaded image. Throws E011004 for another kind of file, and for a large one. */
export function readLogo(image: string): Logo {
  const bytes = Buffer.from(image, 'base64');
  if (bytes.length === 0 || trimEnd(bytes.toString('base64'), '=') !== trimEnd(image, '='))
    throw new ServiceError('E011004', 'image must be the bytes of an image in Base64');
  if (bytes.length > maxLogoBytes)
    throw new ServiceError('E011004', `image is too large: at most ${maxLogoBytes / 1024} KiB are allowed`);
  const kind = kinds.find(({ begins }) => begins(bytes));
  if (!kind) throw new ServiceError('E011004', 'image must be a PNG, JPEG, WebP or SVG image');
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  return { name: `${hash}.${kind.extension}`, type: kind.type, content: bytes.toString('base64') };
}

export function pathOfLogo(name: string): string {
  return logoFolder + name;
}

/** Reports whether this is the path of an uploaded image. It need not exist. */
export function isLogoPath(path: string): boolean {
  return /^\/assets\/logos\/[0-9a-f]{32}\.(png|jpg|webp|svg)$/.test(path);
}

function hex(bytes: Buffer, start: number, end: number): string {
  return bytes.subarray(start, end).toString('hex');
}

function text(bytes: Buffer, start: number, end: number): string {
  return bytes.subarray(start, end).toString('latin1');
}

/** The text that may come before the root element. A comment ends at the first `-->`. */
const prologue = /\s*(?:<\?xml[^>]*>|<!DOCTYPE svg[^>]*>|(<!--))/y;
const root = /\s*<svg[\s>]/y;

function isSvg(bytes: Buffer): boolean {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  let at = 0;
  for (;;) {
    prologue.lastIndex = at;
    const found = prologue.exec(text);
    if (!found) break;
    const end = found[1] ? text.indexOf('-->', prologue.lastIndex) + 3 : prologue.lastIndex;
    if (end < prologue.lastIndex) return false;
    at = end;
  }
  root.lastIndex = at;
  return root.test(text);
}
