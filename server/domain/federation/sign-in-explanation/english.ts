import type { Texts } from './text.ts';

const actors: Record<string, (id: string) => string> = {
  administrator: (id) => `the administrator ${id}`,
  managementKey: (id) => `the management key ${id}`,
  accessKey: (id) => `the access key ${id}`,
  user: (id) => `the user ${id}`,
  commandLine: () => 'the command line',
  system: () => 'the server',
};

const startAgain = 'The user must start the sign-in again.';

export const english: Texts = {
  findings: {
    unknownUser: () => [
      'No user has this login ID or verified address.',
      'Check the spelling, create the user, or add the login ID to the account.',
    ],
    severalUsers: () => [
      'Several users have verified this address, so it does not identify any of them.',
      'Have the user sign in with a login ID.',
    ],
    enabled: () => ['The account is enabled.'],
    invited: () => ['The user was invited and has not signed in yet. The first sign-in enables the account.'],
    disabled: ({ since, by }) => [`The account has been disabled${since}${by}.`, 'Enable it.'],
    testUser: () => [
      'This is a test user, and messages are not sent to test users.',
      'Use a code from the test user endpoints.',
    ],
    emailUnverified: () => ['The email address is not verified. The first sign-in with it verifies it.'],
    phoneUnverified: () => ['The phone number is not verified. The first sign-in with it verifies it.'],
    tenantDisabled: ({ tenant }) => [
      `The tenant ${tenant} is disabled. Its SSO signs in no users, and sessions do not contain its roles.`,
      'Enable the tenant.',
    ],
    ssoRequired: ({ tenant }) =>
      tenant
        ? [
            `The tenant ${tenant} requires sign-in through its SSO.`,
            'Have the user use SSO, or exempt the user in the tenant’s settings.',
          ]
        : ['A tenant of the user requires sign-in through its SSO.'],
    ssoMissing: ({ tenant }) => [
      `The tenant ${tenant} requires sign-in through its SSO, but has no SSO connection.`,
      'Set up the connection, or stop enforcing SSO in the tenant’s settings.',
    ],
    domainSso: ({ tenant, domain }) => [`The SSO of the tenant ${tenant} signs in addresses of ${domain}.`],
    policyNeeds: ({ detail }) => [`The sign-in policy requires a second factor: ${detail}.`],
    policyRefuses: ({ detail }) => [
      `The sign-in policy does not allow this: ${detail}.`,
      'Change the policy of the project, the tenant or the role.',
    ],
    passwordsOff: () => ['Passwords are turned off.', 'Turn them on in the password settings.'],
    noPassword: () => ['The user has no password.', 'Set one, or have the user reset it.'],
    passwordLocked: ({ since }) => [
      `The password has been locked${since} after too many wrong attempts.`,
      'Set a new password.',
    ],
    passwordToReplace: () => [
      'The password is temporary or has expired. The user must replace it before signing in.',
    ],
    passwordWaits: ({ until }) => [
      `After wrong passwords, the next attempt is possible at ${until}.`,
      'Wait, or set a new password.',
    ],
    noAuthenticator: () => ['The user has no authenticator app.'],
    authenticatorWaits: ({ until }) => [
      `After wrong codes, the next attempt is possible at ${until}.`,
      'Wait, or remove the authenticator app if the device is lost.',
    ],
    noPasskey: () => ['The user has no passkey.'],
    noEmail: () => [
      'The user has no email address that this can be sent to.',
      'Enter an address and mark it as verified.',
    ],
    noPhone: () => [
      'The user has no phone number that this can be sent to.',
      'Enter a number and mark it as verified.',
    ],
    noConnector: () => [
      'The project has no connector to send this.',
      'Set one up under Messages → Connectors.',
    ],
    noConnection: () => ['No tenant of the user has an SSO connection.'],
    noProvider: () => ['The project has no OAuth provider that is enabled.'],
  },
  causes: {
    unknownUser: ['No user had this login ID.', 'Check the spelling, or create the user.'],
    severalUsers: ['Several users have verified this address.', 'Have the user sign in with a login ID.'],
    wrongPassword: ['The password was wrong.', 'Have the user reset it, or set a new one.'],
    noPassword: ['The user had no password.', 'Set one, or have the user reset it.'],
    noAddress: ['The user had no address that it could be sent to.', 'Add an address for the user.'],
    wrongCode: ['The code was wrong.', 'Check that the user has the newest message, and that clocks agree.'],
    expiredCode: ['The code had expired or had already been used.', startAgain],
    expiredLink: ['The link had expired, or was requested in another browser.', startAgain],
    usedLink: ['The link had already been used, or a newer one replaced it.', startAgain],
    tooManyAttempts: ['There were too many wrong codes.', 'Wait, or have the user request a new code.'],
    rateLimit: [
      'There were too many requests.',
      'Wait, or raise the limit under Authentication → Rate limits.',
    ],
    overload: [
      'The server was checking too many passwords at once.',
      'Try again. Add capacity if it persists.',
    ],
    locked: ['The password was locked after too many wrong attempts.', 'Set a new password.'],
    passwordExpired: ['The password was correct, but temporary or expired.', 'The user must replace it.'],
    disabled: ['The account was disabled.', 'Enable it.'],
    userExists: [
      'The login ID, address or passkey was already taken.',
      'The user must sign in instead of signing up.',
    ],
    factorMissing: [
      'The factor was not set up for this user.',
      'The user must sign in another way, and then add it.',
    ],
    abandoned: [
      'The sign-in waited for its second factor, which did not come within ten minutes.',
      'If the user has lost the factor, use a recovery code or remove the factor. If it was not the user, ' +
        'change the password.',
    ],
    wrongPasskey: ['The passkey was rejected.', 'Check the reason in the event. Add a new passkey.'],
    domain: [
      'The passkey or identity belongs to another domain.',
      'Check the passkey domain of the project.',
    ],
    wrongOrigin: ['The page’s origin is not allowed.', 'Check the project’s origins and LATCHKEY_BASE_URL.'],
    policy: ['A rule did not allow it.', 'Check the sign-in policies of the project, tenant and roles.'],
    ssoRequired: [
      'A tenant of the user requires sign-in through its SSO.',
      'The user must sign in through SSO.',
    ],
    notInTenant: ['The user did not belong to the tenant.', 'Add the user to the tenant.'],
    unknownTenant: [
      'The tenant was not found.',
      'Check the tenant ID or the domain that the application sends.',
    ],
    tenantDisabled: ['The tenant was disabled.', 'Enable it.'],
    connection: [
      'The SSO connection or provider did not work.',
      'Compare the reason in the event with the settings of the connection.',
    ],
    identity: [
      'The identity at the provider does not match an account here.',
      'Check the reason in the event.',
    ],
    redirect: [
      'The redirect URL was not on the list.',
      'Add it under Settings → URLs and origins, or correct the application.',
    ],
    unknownApplication: [
      'No SSO application has this client ID.',
      'Correct the client ID in the application.',
    ],
    consentRefused: [
      'The user did not allow what the application requested.',
      'Nothing is wrong. The user can start again from the application.',
    ],
    notGranted: [
      'The user does not have access to the SSO application.',
      'Assign the application to the user.',
    ],
    sessionEnded: ['The session in which it was started had ended.', startAgain],
    otherSession: ['It belongs to another session.', 'The user must finish it where it was started.'],
    credentials: ['A token or key in the request was not valid.', 'Check the application.'],
    cannotSend: [
      'The project could not send the message.',
      'Check the connector under Messages → Connectors.',
    ],
    badRequest: ['The request was malformed, or a new password was too weak.', 'Check the application.'],
    changedMeanwhile: ['Another request changed the same thing at the same time.', startAgain],
    notSupported: ['The server does not support this.', 'Check the application.'],
    other: ['The sign-in failed.', 'See the error code in the event.'],
  },
  succeeded: 'The user signed in.',
  unknownCause: 'The sign-in failed. The event is from a version that did not record the cause.',
  repeated: (count) => `(${count} times)`,
  since: (moment) => ` since ${moment}`,
  by: (type, id) => `, by ${actors[type]?.(id) ?? id}`,
};
