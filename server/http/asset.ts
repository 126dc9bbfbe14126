import { createHash } from 'node:crypto';

/** A file that pages link to. */
export interface Asset {
  route: string;
  /** Changes with the content, so browsers may cache it for good. */
  path: string;
  type: string;
  content: Buffer;
}

export function createAsset(name: string, type: string, content: Buffer): Asset {
  const version = createHash('sha256').update(content).digest('base64url').slice(0, 12);
  return { route: `/assets/${name}`, path: `/assets/${name}?v=${version}`, type, content };
}
