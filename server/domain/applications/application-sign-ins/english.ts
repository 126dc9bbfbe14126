import type { Sentence, Texts } from './text.ts';

const notGranted: Sentence = [
  'The user does not have access to the application.',
  'Assign the application to the user or to one of their tenants.',
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
      'Open the user and check the methods on the Sign-in check tab.',
    ],
    granted: () => ['The user has access to the application.'],
    notGranted: () => notGranted,
    codeOff: () => [
      'The application does not allow the authorization code grant, so users can’t sign in with a browser.',
      'Allow it under Settings → Allowed grants.',
    ],
    noRedirectUrl: () => [
      'The application has no redirect URL, so every sign-in fails.',
      'Add the URL from its documentation under Settings → Allowed redirect URLs.',
    ],
    noOpenid: () => [
      'Without the scope openid, the application gets an access token but no ID token, and it cannot use userinfo.',
      'Configure the application to request openid.',
    ],
    noNameId: () => [
      'The user lacks the value that the application receives as the NameID.',
      'Enter an email address or phone number of the user, or choose another NameID under Settings.',
    ],
    unverifiedName: () => [
      'The NameID is an unverified address, so it is not sent to the application.',
      'Have the user verify it, mark it as verified, or choose another NameID or “Send unverified addresses” ' +
        'under Settings.',
    ],
    unverifiedOmitted: () => [
      'Unverified addresses of the user are left out.',
      'Have the user verify them, mark them as verified, or choose “Send unverified addresses” under Settings.',
    ],
    noMetadata: (detail) => [
      detail,
      'Check the metadata URL under Settings, and that this server can reach it.',
    ],
    notServed: () => [
      'Users cannot sign in to WS-Federation applications yet.',
      'Use SAML or OpenID Connect.',
    ],
  },
  events: {
    signedIn: () => ['The user signed in.'],
    device: () => ['The user signed in on a device.'],
    own: () => ['The application got a token for itself, without a user (client credentials).'],
    logoutFailed: () => [
      'The application could not be notified that the user signed out.',
      'Check the back-channel logout URL under Settings, and that this server can reach it.',
    ],
  },
  oidc: {
    'not-granted': () => notGranted,
    redirect: ({ redirectUri }) => [
      redirectUri
        ? `The application wanted the user back at ${redirectUri}, which is not one of its redirect URLs.`
        : 'The application did not send a redirect URL.',
      'Add the URL under Settings → Allowed redirect URLs, or correct it in the application.',
    ],
    request: () => ['The pushed request had expired or had already been used.', 'The user must start again.'],
    invalid_client: () => [
      'The application could not be authenticated.',
      'Check the client ID and client secret in the application. The secret may have expired or been revoked.',
    ],
    invalid_grant: () => [
      'The code or refresh token had expired or had already been used, or the user’s access had been revoked.',
      'The user must sign in again. If it happens every time, compare the clocks and look for a proxy that ' +
        'repeats requests.',
    ],
    invalid_target: () => [
      'The application requested a resource that is not in its settings.',
      'Add it under Settings → Security → Resources, or correct the application.',
    ],
    unauthorized_client: () => [
      'The application used a grant that is turned off for it.',
      'Allow it under Settings → Allowed grants.',
    ],
    dpop: () => [
      'The proof of possession (DPoP) was rejected.',
      'Compare the clocks, and compare LATCHKEY_BASE_URL with the URL that the application uses.',
    ],
    'device-denied': () => [
      'The user denied the sign-in of a device.',
      'If the user did not start it, no action is needed.',
    ],
  },
  saml: {
    'not-granted': () => notGranted,
    metadata: () => [
      'The metadata of the application could not be read.',
      'Check the metadata URL under Settings, and that this server can reach it.',
    ],
    issuer: () => [
      'The request came from another entity ID.',
      'Compare the entity ID under Settings with the one in the application.',
    ],
    destination: () => [
      'The request was addressed to another server.',
      'In the application, enter the sign-in URL from the Connect tab.',
    ],
    expired: () => ['The request was too old.', 'Compare the clocks of both servers.'],
    signature: () => wrongSignature,
    certificate: () => wrongSignature,
    request: () => [
      'The application requested something that its settings do not allow.',
      'Compare the reason with the settings, especially the ACS URL.',
    ],
    InvalidNameIDPolicy: () => [
      'The user has no identifier in the format that the application requests.',
      'Add an email address for the user, have it verified, or change the NameID format in the application or ' +
        'under Settings.',
    ],
    NoAuthnContext: () => [
      'The application requires a stronger sign-in than the user’s.',
      'Require a second factor in the sign-in policy, or lower the requirement in the application.',
    ],
  },
  repeated: (count) => ` (${count} times)`,
};
