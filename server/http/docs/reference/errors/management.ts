import type { Reason } from './reason.ts';

const otherName = 'Choose another name, or change the existing one.';
const listAgain = 'It was deleted, or belongs to another project. Load the list again.';

/** The reasons for errors of management calls. */
export const managementReasons = {
  E064010: [
    [
      'The call comes from the console, and the role of the administrator is too low.',
      'Ask an owner of the instance, or use a management key.',
    ],
  ],
  E064011: [
    [
      'The administrator signed in with one factor only.',
      'Complete the sign-in to the console with the second factor.',
    ],
  ],
  E064012: [
    [
      'The management key is limited. The message names the missing right.',
      'Use another key, or change the rights of this one under *Management keys*.',
    ],
  ],
  E111127: [
    [
      'Another user has this address as a login ID, or has verified it. Latchkey never merges users by itself.',
      'Use another address, or [merge the two users](/docs/guides/account-linking.html#merge-duplicates).',
    ],
  ],
  E111201: [['A tenant of the project has this ID or name.', 'Choose another one.']],
  E111202: [
    ['No tenant has this ID.', 'Check the spelling. IDs and names differ.'],
    [
      'A sign-in began with an address, and no tenant has its domain.',
      'Continue with another method, or add the domain to the connection.',
    ],
  ],
  E111203: [['Another tenant of the project has this domain, or has proven it.', 'Remove it there first.']],
  E111204: [
    [
      'The tenant has not claimed the domain.',
      'Create it first, then publish its record: see [Domains](/docs/sso.html#domains).',
    ],
  ],
  E111301: [
    [
      'Latchkey cannot read the metadata or discovery document of the identity provider, or does not accept it. The message says why.',
      'Correct the value that the message names, and press *Test*: see [Test a connection](/docs/sso.html#test-a-connection).',
    ],
  ],
  E111302: [
    [
      'The tenant has no connection with this ID, or it is not set up.',
      'Set it up, or leave out `ssoId` for the default connection.',
    ],
  ],
  E111401: [['A role or permission of the project or the tenant has this name.', otherName]],
  E111402: [
    ['No role or permission has this name. Upper and lower case differ.', 'Create it first.'],
    ['It belongs to a tenant, and the call names no tenant or another one.', 'Send `tenantId`.'],
    ['It is built in, and cannot be changed or deleted.', 'Create your own.'],
  ],
  E111501: [
    ['No access key has this ID.', `${listAgain} The ID begins with \`K\`. It is not the key itself.`],
  ],
  E111601: [['No management key has this ID.', listAgain]],
  E111701: [
    [
      'The attribute exists with another type, and users may have values of it.',
      'Use the existing type, or another name.',
    ],
  ],
  E111702: [
    [
      'The project does not define the attribute.',
      'Define it first: see [Custom attributes](/docs/guides/custom-claims.html#define-and-set-an-attribute).',
    ],
  ],
  E111801: [['An application, secret or certificate with this ID or name exists.', 'Choose another one.']],
  E111802: [['No application or secret has this ID.', listAgain]],
  E112102: [
    [
      'No user of the project has this login ID or user ID.',
      'Check the spelling and the project. Management calls accept login IDs and user IDs, and no other addresses.',
    ],
  ],
  E112201: [
    [
      'The impersonator lacks the permission `Impersonate`, or has it in another tenant.',
      'Give the impersonator a role with it: see [Impersonation](/docs/guides/impersonation.html).',
    ],
  ],
  E112202: [
    [
      '`validateConsent` is true, and the user has not agreed or has withdrawn.',
      'Let the user agree on the [account page](/docs/account-page.html).',
    ],
  ],
  E112203: [['The consent was for a limited time, which is over.', 'Let the user agree again.']],
  E112204: [
    [
      'The user has `Impersonate`, too, or with `strictImpersonation` anything that the impersonator lacks. The message names it.',
      'Give the impersonator these rights, or choose another impersonator: see [Security](/docs/security.html#impersonation).',
    ],
  ],
  E112301: [['The user already has an account at this provider or connection.', 'Remove that one first.']],
  E112302: [['The user has no identity with this ID.', listAgain]],
  E113001: [
    [
      'In production, the project has no connector for email or SMS.',
      'Set one up: see [Connectors](/docs/messages.html#connectors).',
    ],
  ],
  E113002: [['No connector has this channel or ID.', listAgain]],
  E113003: [
    [
      'The mail or SMS service rejected the message. The message contains its response.',
      'See [Errors by response](/docs/guides/mail-services.html#errors-by-response).',
    ],
    [
      'The instance [holds its messages](/docs/backup.html#rehearse-it).',
      'Remove `LATCHKEY_HOLD_MESSAGES`, and restart.',
    ],
  ],
  E113007: [
    [
      'A file of the snapshot is wrong, or refers to something that does not exist. The message names each.',
      'Correct the files: see [Snapshots](/docs/snapshots.html).',
    ],
  ],
  E113101: [
    [
      'No message has this name, or it has no text of your own in this language.',
      'Take the name from the list of templates.',
    ],
  ],
  E113201: [['No message has this ID. Messages are kept for 30 days.', 'Search the outbox again.']],
  E113202: [
    ['The message was sent or is still waiting.', 'Only messages with the state `dead` can be retried.'],
    ['The message is too old, and its content is erased.', 'Send a new one.'],
  ],
  E113301: [['No webhook has this ID.', listAgain]],
  E113401: [
    [
      'The project has no provider with this name.',
      'Set it up first: see [Social sign-in](/docs/guides/social-sign-in.html#set-up-a-provider). The names are in lower case.',
    ],
  ],
  E113402: [
    [
      'The provider has no client ID and secret in this project. There are no shared ones.',
      'Register your application with the provider, and enter both.',
    ],
  ],
  E113403: [
    [
      '`manageProviderTokens` of the provider is off.',
      'Switch it on. Users have to sign in again: see [Tokens of a provider](/docs/oauth.html#tokens-of-a-provider).',
    ],
  ],
  E113404: [
    [
      'The user has not signed in with the provider since tokens are stored.',
      'Let the user sign in there again.',
    ],
  ],
  E113405: [
    [
      'The provider’s token has expired, and it issued no refresh token.',
      'Let the user sign in there again. Some providers need a scope such as `offline_access`.',
    ],
  ],
  E113406: [
    [
      'The user has withdrawn the access at the provider, or the secret has changed.',
      'Check the secret, and let the user sign in there again.',
    ],
  ],
  E113407: [
    [
      'The provider does not respond, or reports an internal error.',
      'Try again later. Check that the server can reach the provider.',
    ],
  ],
  E113501: [['No audit stream has this ID.', listAgain]],
  E113502: [
    [
      'The receiver of the stream rejected the test event. The message contains its response.',
      'Correct its address or token: see [Audit streams](/docs/audit-stream.html).',
    ],
  ],
} as const satisfies Record<string, readonly Reason[]>;
