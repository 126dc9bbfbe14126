import { OAuthError } from '../../../protocols/oauth/oauth-error.ts';

/** The certainty about who has signed in: by one factor or by two. */
type Level = 1 | 2;

/** The values of `acr` that applications can ask for. `1` and `2` are our own; the others are what applications know from elsewhere. */
const levels: Record<string, Level> = {
  '1': 1,
  '2': 2,
  'http://schemas.openid.net/pape/policies/2007/06/multi-factor': 2,
  'https://refeds.org/profile/mfa': 2,
};

export const acrValues = Object.keys(levels);

/** The demands of a request on the sign-in (OpenID Connect Core §3.1.2.1 and §5.5.1.1). */
export interface AskedAssurance {
  /** The values that would do, the preferred one first, without those we do not know. */
  values: string[];
  /** The request fails if the sign-in does not reach one of them. */
  isEssential: boolean;
}

export const nothingAsked: AskedAssurance = { values: [], isEssential: false };

/** Reads `acr_values`, and the claim `acr` that `claims` asks for in the ID token, which may be essential. */
export function readAssurance(acrText: string, acrClaim: unknown): AskedAssurance {
  const { essential, value, values } = (acrClaim ?? {}) as Record<string, unknown>;
  const wanted = [...[values ?? []].flat(), ...(value === undefined ? [] : [value])];
  const named = wanted.length > 0 ? wanted : acrText.split(' ');
  return {
    values: named.filter((name) => typeof name === 'string').filter((name) => Object.hasOwn(levels, name)),
    isEssential: essential === true && wanted.length > 0,
  };
}

/** Reports whether the user must show a second factor for it. */
export function asksForTwoFactors({ values }: AskedAssurance): boolean {
  return values.length > 0 && values.every((value) => levels[value] === 2);
}

function levelOf(amr: readonly string[]): Level {
  return amr.includes('mfa') ? 2 : 1;
}

export function reaches(asked: AskedAssurance, amr: readonly string[]): boolean {
  if (asked.values.length === 0) return !asked.isEssential;
  return asked.values.some((value) => (levels[value] as Level) <= levelOf(amr));
}

/** Returns the claim `acr`: the first of the values asked for that the sign-in reaches, or else our own name of its level. */
export function acrOf({ values }: AskedAssurance, amr: readonly string[]): string {
  const level = levelOf(amr);
  return values.find((value) => (levels[value] as Level) <= level) ?? String(level);
}

/** The refusal of a sign-in that does not reach what is essential (OpenID Connect Core Error Code unmet_authentication_requirements). */
export function unmetAssurance(): OAuthError {
  return new OAuthError(
    'unmet_authentication_requirements',
    'The sign-in did not reach the acr value that the request requires',
  );
}
