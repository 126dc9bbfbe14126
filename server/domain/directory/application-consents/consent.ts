/** Permission that a user, or a tenant for all its members, has given a third-party application. */
export interface Consent {
  id: string;
  appId: string;
  /** The user; empty for every member of the tenant. */
  userId: string;
  /** The tenant; empty for a user without one. */
  tenantId: string;
  /** The scopes that are allowed at any resource server. */
  scopes: string[];
  /** The page's words, by resource server. Absent if an earlier version of Latchkey asked, which did not keep them. */
  allowed: AllowedAt[] | undefined;
  /** The user who gave it. */
  grantedBy: string;
  createdAt: number;
  modifiedAt: number;
}

/** The access that a consent allows at one resource server. */
export interface AllowedAt {
  /** Its address, which is the audience of the tokens (RFC 8707). Empty: the application's default audience. */
  resource: string;
  scopes: ShownScope[];
  /** The page said that the application gets all roles and tenants of the user. */
  allRights: boolean;
  /** The places to which the browser returned, as the page named them. */
  places: string[];
}

/** The meaning of a scope when the user was asked. */
export interface ShownScope {
  name: string;
  /** The text that the user read; empty: the name, or the words of OpenID Connect. */
  description: string;
  /** Names of roles that the application may use if the user has them. */
  roleNames: string[];
  /** Names of attributes that the application may see. */
  attributes: string[];
  /** Templates by claim. */
  claims: Record<string, string>;
  /** The user read it and did not allow it. */
  isRefused?: boolean;
}

/** Whom a consent is about. */
export type ConsentSubject = Pick<Consent, 'appId' | 'userId' | 'tenantId'>;

/** The question that a user has just been shown, and the answer. */
export interface Answered {
  /** The resource servers that it is for. */
  resources: string[];
  scopes: ShownScope[];
  allRights: boolean;
  /** The address to return to; empty for the sign-in of a device, which returns nowhere. */
  place: string;
  /** Nobody has checked the application, so what is allowed at one place of return is not allowed at another. */
  isByPlace: boolean;
}

/** Adds an answer to what was allowed before at the same resource servers: the scopes that it names are replaced, others stay. */
export function withAnswer(
  before: AllowedAt[],
  { resources, scopes, allRights, place, isByPlace }: Answered,
): AllowedAt[] {
  const isAnswered = ({ name }: ShownScope) => scopes.some((one) => one.name === name);
  const isHere = (one: AllowedAt) => !isByPlace || one.places.includes(place);
  const answered = resources.map((resource): AllowedAt => {
    const known = before.find((one) => one.resource === resource && isHere(one));
    return {
      resource,
      scopes: [...(known?.scopes ?? []).filter((one) => !isAnswered(one)), ...scopes],
      allRights,
      places: isByPlace ? [place] : [...new Set([...(known?.places ?? []), place])],
    };
  });
  const others = before.flatMap((one) => {
    if (!resources.includes(one.resource) || !isHere(one)) return one;
    const places = isByPlace ? one.places.filter((other) => other !== place) : [];
    return places.length > 0 ? { ...one, places } : [];
  });
  return [...others, ...answered];
}

/** Returns the names of the scopes that are allowed anywhere. */
export function scopeNames(allowed: AllowedAt[]): string[] {
  const scopes = allowed.flatMap((one) => one.scopes).filter(({ isRefused }) => !isRefused);
  return [...new Set(scopes.map(({ name }) => name))];
}
