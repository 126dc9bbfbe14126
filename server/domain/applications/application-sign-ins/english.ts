import type { Sentence, Texts } from './text.ts';

const notGranted: Sentence = [
  'The user may not use the application.',
  'Add the application to the user or to one of their tenants.',
];

const wrongSignature: Sentence = [
  'The signature of the request was not made with the certificate of the application.',
  'Enter the current certificate of the application under Settings.',
];

export const english: Texts = {
  findings: {
    appDisabled: () => ['The application is turned off.', 'Turn it on.'],
    noMethod: () => [
      'No sign-in method works for this user.',
      'Open the user and compare the methods on the tab Sign-in.',
    ],
    granted: () => ['The user may use the application.'],
    notGranted: () => notGranted,
    codeOff: () => [
      'The application does not allow the authorization code, so no browser can sign in to it.',
      'Allow it under Settings → Allowed grants.',
    ],
    noRedirectUrl: () => [
      'The application has no redirect URL, so every sign-in is refused.',
      'Add the one that its documentation names under Settings → Allowed redirect URLs.',
    ],
    noOpenid: () => [
      'Without the scope openid the application gets an access token, and neither an ID token nor userinfo.',
      'Let the application ask for openid.',
    ],
    noNameId: () => [
      'The user does not have what the application gets as name ID.',
      'Enter an email address or phone number of the user, or choose another name ID under Settings.',
    ],
    unverifiedName: () => [
      'The address that is the name ID is not verified, so the application does not get it.',
      'Let the user verify it, mark it as verified, or choose another name ID or “Send unverified addresses” under Settings.',
    ],
    unverifiedOmitted: () => [
      'Addresses of the user that are not verified are left out.',
      'Let the user verify them, mark them as verified, or choose “Send unverified addresses” under Settings.',
    ],
    noMetadata: (detail) => [
      detail,
      'Check the metadata URL under Settings and that this server can reach it.',
    ],
    notServed: () => [
      'Users cannot sign in to WS-Federation applications yet.',
      'Use SAML or OpenID Connect.',
    ],
  },
  events: {
    signedIn: () => ['The user signed in.'],
    device: () => ['The user signed in on a device.'],
    own: () => ['The application got a token of its own, without a user (client credentials).'],
    logoutFailed: () => [
      'The application could not be told that the user signed out.',
      'Check the back-channel logout URL under Settings and that this server can reach it.',
    ],
  },
  oidc: {
    'not-granted': () => notGranted,
    redirect: ({ redirectUri }) => [
      redirectUri
        ? `The application wanted the user back at ${redirectUri}, which is not one of its redirect URLs.`
        : 'The application did not say where it wants the user back.',
      'Add the address under Settings → Allowed redirect URLs, or correct it in the application.',
    ],
    request: () => ['The pushed request had expired or was used before.', 'The user starts again.'],
    invalid_client: () => [
      'The application did not prove its identity.',
      'Compare client ID and client secret in the application. The secret may have expired or been revoked.',
    ],
    invalid_grant: () => [
      'The code or refresh token was too old, was used before, or the user’s access had been revoked.',
      'The user signs in again. If it happens each time, compare the clocks and look for a proxy that repeats requests.',
    ],
    invalid_target: () => [
      'The application asked for a resource that its settings do not have.',
      'Add it under Settings → Security → Resources, or correct the application.',
    ],
    unauthorized_client: () => [
      'The application used a grant that is turned off for it.',
      'Allow it under Settings → Allowed grants.',
    ],
    dpop: () => [
      'The proof of the key (DPoP) was not accepted.',
      'Compare the clocks, and LATCHKEY_BASE_URL with the address that the application uses.',
    ],
    'device-denied': () => [
      'The user denied the sign-in of a device.',
      'If the user did not start it, all is well.',
    ],
  },
  saml: {
    'not-granted': () => notGranted,
    metadata: () => [
      'The metadata of the application could not be read.',
      'Check the metadata URL under Settings and that this server can reach it.',
    ],
    issuer: () => [
      'The request came from another entity ID.',
      'Compare the entity ID under Settings with the one of the application.',
    ],
    destination: () => [
      'The request was addressed to another server.',
      'Enter the sign-in URL of the tab Connect in the application.',
    ],
    expired: () => ['The request was too old.', 'Compare the clocks of both servers.'],
    signature: () => wrongSignature,
    certificate: () => wrongSignature,
    request: () => [
      'The request of the application asked for something that its settings do not allow.',
      'Compare the reason with the settings, above all the ACS URL.',
    ],
    InvalidNameIDPolicy: () => [
      'The user has no name in the format that the application asks for.',
      'Enter an email address of the user or have it verified, or change the name ID format in the application or under Settings.',
    ],
    NoAuthnContext: () => [
      'The application asked for a stronger sign-in than the user’s.',
      'Require a second factor in the sign-in policy, or ask for less in the application.',
    ],
  },
  repeated: (count) => ` (${count} times)`,
};
