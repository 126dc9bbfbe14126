/** The plans of the suite that are run, with their variants. */
export const plans: Record<string, object> = {
  'oidcc-config-certification-test-plan': {},
  'oidcc-basic-certification-test-plan': {
    server_metadata: 'discovery',
    client_registration: 'static_client',
  },
  'oidcc-formpost-basic-certification-test-plan': {
    server_metadata: 'discovery',
    client_registration: 'static_client',
  },
  'oidcc-rp-initiated-logout-certification-test-plan': {
    client_registration: 'static_client',
    response_type: 'code',
  },
  'oidcc-backchannel-rp-initiated-logout-certification-test-plan': {
    client_registration: 'static_client',
    response_type: 'code',
  },
  'oidcc-dynamic-certification-test-plan': { response_type: 'code' },
};

const noRequestObjects = 'request objects are not served';

/** The modules that do not pass, with the result that is right for us and the reason. */
export const exceptions: Record<string, { results: string[]; because: string }> = {
  'oidcc-scope-profile': {
    results: ['WARNING'],
    because: 'users have no nickname, profile, website, gender, birthdate, zoneinfo and locale',
  },
  'oidcc-scope-address': { results: ['SKIPPED'], because: 'users have no address' },
  'oidcc-scope-all': { results: ['SKIPPED'], because: 'users have no address' },
  'oidcc-idtoken-unsigned': { results: ['SKIPPED'], because: 'ID tokens are always signed' },
  'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported': {
    results: ['SKIPPED'],
    because: noRequestObjects,
  },
  'oidcc-discovery-endpoint-verification': {
    results: ['FAILED'],
    because: 'a dynamic provider must have the implicit grant',
  },
  'oidcc-request-uri-unsigned': { results: ['INTERRUPTED'], because: noRequestObjects },
  'oidcc-request-uri-signed-rs256': { results: ['INTERRUPTED'], because: noRequestObjects },
};

const noAddress = /return address that isn’t registered/;
const secondSignIn = /Enter your password/;
const notValidHint = /id_token_hint is not an ID token of the application/;
const signedOut = /You are signed out/;

/** The texts, links or pictures that a page must have, where the suite asks a person to judge. */
export const reviewedPages: Record<string, RegExp> = {
  'oidcc-prompt-login': secondSignIn,
  'oidcc-max-age-1': secondSignIn,
  'oidcc-ensure-registered-redirect-uri': noAddress,
  'oidcc-ensure-request-object-with-redirect-uri': noAddress,
  'oidcc-redirect-uri-query-mismatch': noAddress,
  'oidcc-redirect-uri-query-added': noAddress,
  'oidcc-ensure-redirect-uri-in-authorization-request': /without a return address \(redirect_uri\)/,
  'oidcc-registration-logo-uri': /\/images\/openid\.png/,
  'oidcc-registration-policy-uri': /Privacy policy/,
  'oidcc-registration-tos-uri': /Terms of service/,
  'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri': noAddress,
  'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri': noAddress,
  'oidcc-rp-initiated-logout-modified-id-token-hint': notValidHint,
  'oidcc-rp-initiated-logout-bad-id-token-hint': notValidHint,
  'oidcc-rp-initiated-logout-no-id-token-hint': /id_token_hint is missing/,
  'oidcc-rp-initiated-logout-no-params': signedOut,
  'oidcc-rp-initiated-logout-only-state': signedOut,
  'oidcc-rp-initiated-logout-no-post-logout-redirect-uri': signedOut,
};
