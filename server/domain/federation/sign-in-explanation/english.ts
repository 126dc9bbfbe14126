import type { Texts } from './text.ts';

const actors: Record<string, (id: string) => string> = {
  administrator: (id) => `the administrator ${id}`,
  managementKey: (id) => `the management key ${id}`,
  accessKey: (id) => `the access key ${id}`,
  user: (id) => `the user ${id}`,
  commandLine: () => 'the command line',
  system: () => 'the server',
};

const startAgain = 'The user starts the sign-in again.';

export const english: Texts = {
  findings: {
    unknownUser: () => [
      'No user has this login ID or verified address.',
      'Check the spelling, create the user, or add the login ID to the account.',
    ],
    severalUsers: () => [
      'Several users have verified this address, so it names none of them.',
      'Let the user sign in with a login ID.',
    ],
    enabled: () => ['The account is enabled.'],
    invited: () => ['The user was invited and has not signed in yet. The first sign-in enables the account.'],
    disabled: ({ since, by }) => [`The account has been disabled${since}${by}.`, 'Enable it.'],
    testUser: () => ['This is a test user, who gets no messages.', 'Use a code of the test user endpoints.'],
    emailUnverified: () => ['The email address is not verified. The first sign-in through it verifies it.'],
    phoneUnverified: () => ['The phone number is not verified. The first sign-in through it verifies it.'],
    tenantDisabled: ({ tenant }) => [
      `The tenant ${tenant} is disabled: its SSO signs in no users, and sessions do not have its roles.`,
      'Enable the tenant.',
    ],
    ssoRequired: ({ tenant }) =>
      tenant
        ? [
            `The tenant ${tenant} requires sign-in through its SSO.`,
            'Use SSO, or exempt the user in the settings of the tenant.',
          ]
        : ['A tenant of the user requires sign-in through its SSO.'],
    ssoMissing: ({ tenant }) => [
      `The tenant ${tenant} requires sign-in through its SSO, and has no SSO connection.`,
      'Set up the connection, or stop enforcing SSO in the settings of the tenant.',
    ],
    domainSso: ({ tenant, domain }) => [`The SSO of the tenant ${tenant} signs in addresses of ${domain}.`],
    policyNeeds: ({ detail }) => [`The sign-in policy requires a second factor: ${detail}.`],
    policyRefuses: ({ detail }) => [
      `The sign-in policy refuses this: ${detail}.`,
      'Change the policy of the project, the tenant or the role.',
    ],
    passwordsOff: () => ['Passwords are turned off.', 'Turn them on in the password settings.'],
    noPassword: () => ['The user has no password.', 'Set one, or let the user reset it.'],
    passwordLocked: ({ since }) => [
      `The password has been locked${since} after too many wrong attempts.`,
      'Set a new password.',
    ],
    passwordToReplace: () => [
      'The password is temporary or has expired. The right one must be replaced before it signs in.',
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
      'The user has no email address to which this may be sent.',
      'Enter an address and mark it as verified.',
    ],
    noPhone: () => [
      'The user has no phone number to which this may be sent.',
      'Enter a number and mark it as verified.',
    ],
    noConnector: () => [
      'The project has no connector that could send this.',
      'Set one up under Messages → Connectors.',
    ],
    noConnection: () => ['No tenant of the user has an SSO connection.'],
    noProvider: () => ['The project has no OAuth provider that is enabled.'],
  },
  causes: {
    unknownUser: ['No user had this login ID.', 'Check the spelling, or create the user.'],
    severalUsers: ['Several users have verified this address.', 'Let the user sign in with a login ID.'],
    wrongPassword: ['The password was wrong.', 'Let the user reset it, or set a new one.'],
    noPassword: ['The user had no password.', 'Set one, or let the user reset it.'],
    noAddress: ['The user had no address to which it could be sent.', 'Enter an address of the user.'],
    wrongCode: ['The code was wrong.', 'Check that the user reads the newest message and that clocks agree.'],
    expiredCode: ['The code had expired or was used before.', startAgain],
    expiredLink: ['The link had expired, or belongs to another browser.', startAgain],
    usedLink: ['The link was used before, or replaced by a newer one.', startAgain],
    tooManyAttempts: ['There were too many wrong codes.', 'Wait, or let the user request a new code.'],
    rateLimit: [
      'There were too many requests.',
      'Wait, or raise the limit under Authentication → Rate limits.',
    ],
    overload: [
      'The server was checking too many passwords at once.',
      'Try again. Add capacity if it persists.',
    ],
    locked: ['The password was locked after too many wrong attempts.', 'Set a new password.'],
    passwordExpired: ['The password was right, but temporary or expired.', 'The user replaces it.'],
    disabled: ['The account was disabled.', 'Enable it.'],
    userExists: ['The login ID, address or passkey was already taken.', 'The user signs in instead of up.'],
    factorMissing: ['The factor was not set up for this user.', 'The user signs in differently and adds it.'],
    abandoned: [
      'The sign-in waited for its second factor, which did not come within ten minutes.',
      'If the user has lost the factor: a recovery code, or remove the factor. If it was not the user, change the password.',
    ],
    wrongPasskey: ['The passkey was not accepted.', 'Compare the reason in the event. Add a new passkey.'],
    domain: [
      'The passkey or identity belongs to another domain.',
      'Check the passkey domain of the project.',
    ],
    wrongOrigin: [
      'The page was of another origin.',
      'Check the origins of the project and LATCHKEY_BASE_URL.',
    ],
    policy: ['A rule did not allow it.', 'Check the sign-in policies of the project, tenant and roles.'],
    ssoRequired: ['A tenant of the user requires sign-in through its SSO.', 'The user signs in through SSO.'],
    notInTenant: ['The user did not belong to the tenant.', 'Add the user to the tenant.'],
    unknownTenant: [
      'There was no such tenant.',
      'Check the tenant ID or the domain that the application sends.',
    ],
    tenantDisabled: ['The tenant was disabled.', 'Enable it.'],
    connection: [
      'The SSO connection or provider did not work.',
      'Compare the reason in the event with the settings of the connection.',
    ],
    identity: ['The identity of the provider leads to no account here.', 'Compare the reason in the event.'],
    redirect: [
      'The address to return to was not on the list.',
      'Add it under Settings → URLs and origins, or correct the application.',
    ],
    unknownApplication: [
      'No SSO application has this client ID.',
      'Correct the client ID in the application.',
    ],
    consentRefused: [
      'The user did not allow the application what it asked for.',
      'Nothing is wrong. The user can start again from the application.',
    ],
    notGranted: ['The user may not use the SSO application.', 'Assign the application to the user.'],
    sessionEnded: ['The session in which it was begun had ended.', startAgain],
    otherSession: ['It belongs to another session.', 'The user finishes it where it was begun.'],
    credentials: ['A token or key in the request was not valid.', 'Check the application.'],
    cannotSend: ['The project could not send the message.', 'Set one up under Messages → Connectors.'],
    badRequest: ['The request was malformed, or a new password too weak.', 'Check the application.'],
    changedMeanwhile: ['Another request changed the same thing at the same time.', startAgain],
    notSupported: ['The server does not offer this.', 'Check the application.'],
    other: ['It was refused.', 'The error code in the event says more.'],
  },
  succeeded: 'The user signed in.',
  unknownCause: 'It was refused. The event is of a version that recorded no cause.',
  repeated: (count) => `(${count} times)`,
  since: (moment) => ` since ${moment}`,
  by: (type, id) => `, by ${actors[type]?.(id) ?? id}`,
};
