import { ServiceError } from '../../../../core/errors.ts';
import { reservedClaims } from './tokens.ts';

const maxClaims = 100;
const maxNameLength = 60;
const maxValueLength = 500;
/** The limit of all claims together, as JSON, because a session JWT must fit into a header. */
const maxTotalBytes = 4_096;

/**
 * The custom claims of a session as its tokens carry them: for management calls, at the top level, those that
 * callers of `/v1/auth` chose for themselves under `nsec`.
 */
export type CustomClaims = Record<string, unknown>;

/**
 * Reads claims that a management call adds to a session. Refuses reserved names, and limits the size because claims
 * travel with every request.
 */
export function readCustomClaims(claims: Record<string, unknown> = {}): CustomClaims {
  return checked(withoutReserved(claims));
}

/** Reads claims that a caller chooses for itself. They prove nothing, so they are kept apart from all others. */
export function readOwnClaims(claims: Record<string, unknown> = {}): CustomClaims {
  return checked(withOwn({}, withoutReserved(claims)));
}

/** Reads the custom claims of a verified token, including those under `nsec`. */
export function customClaimsOf(token: Record<string, unknown>): CustomClaims {
  return withOwn(withoutReserved(token), ownClaims(token));
}

/** Merges claims. An added claim replaces one with the same name in the same place. */
export function joinCustomClaims(before: CustomClaims, added: CustomClaims): CustomClaims {
  return checked(withOwn({ ...before, ...added }, { ...ownClaims(before), ...ownClaims(added) }));
}

function withoutReserved(claims: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !reservedClaims.has(name)));
}

function ownClaims({ nsec }: CustomClaims): Record<string, unknown> {
  return (nsec ?? {}) as Record<string, unknown>;
}

function withOwn(claims: CustomClaims, own: Record<string, unknown>): CustomClaims {
  return Object.keys(own).length > 0 ? { ...claims, nsec: own } : claims;
}

function checked(claims: CustomClaims): CustomClaims {
  const { nsec: _, ...others } = claims;
  const entries = [...Object.entries(others), ...Object.entries(ownClaims(claims))];
  if (entries.length > maxClaims)
    throw new ServiceError('E011003', `customClaims can have at most ${maxClaims} claims`);
  for (const [name, value] of entries) {
    if (name.length > maxNameLength || JSON.stringify(value).length > maxValueLength) {
      throw new ServiceError(
        'E011003',
        `customClaims contains a claim that is too long. A name can have at most ${maxNameLength} and ` +
          `a value at most ${maxValueLength} characters`,
      );
    }
  }
  if (Buffer.byteLength(JSON.stringify(claims)) > maxTotalBytes) {
    throw new ServiceError(
      'E011003',
      'customClaims is too large. All custom claims of a session together can have at most ' +
        `${maxTotalBytes} bytes`,
    );
  }
  return claims;
}
