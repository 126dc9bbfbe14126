import { unauthorized } from '../core/errors.ts';

/** The parts of `Authorization: Bearer <projectId>[:<JWT>][:<key>]`. */
export interface Credentials {
  projectId: string;
  /** The part with two dots: a refresh or session JWT. */
  token: string | undefined;
  /** A management key, or the auth management key that SDKs append last. */
  key: string | undefined;
  /** The key before an auth management key, or the only key. */
  firstKey: string | undefined;
  /** The auth management key: the last part, unless that is a JWT. */
  lastKey: string | undefined;
}

const maxLength = 8_192;

/** RFC 6750 §2.1. Two or more spaces after the scheme are accepted; spaces inside the value are not. */
export function readCredentials(header: string | undefined): Credentials {
  if (!header) throw unauthorized('The Authorization header is missing');
  const value = header.length <= maxLength ? /^Bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1] : undefined;
  if (!value) throw unauthorized('The Authorization header must be: Bearer <project ID>[:<key or JWT>]');
  const [projectId = '', ...parts] = value.split(':').filter(Boolean);
  if (parts.length > 2) throw unauthorized('The Authorization header has too many parts');
  const token = parts.find(isJwt);
  const keys = parts.filter((part) => !isJwt(part));
  const lastKey = parts.slice(-1).find((part) => !isJwt(part));
  return { projectId, token, key: keys.at(-1), firstKey: keys[0], lastKey };
}

function isJwt(part: string): boolean {
  return part.split('.').length === 3;
}
