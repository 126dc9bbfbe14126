import type { Reason } from './reason.ts';

/** The reasons for errors that do not depend on what the call does. */
export const generalReasons = {
  E011001: [
    [
      'The body is not JSON, not an object, contains a key twice, or its length is wrong.',
      'Print the body that you send. In a shell, use single quotes around it.',
    ],
    [
      'A proxy speaks the PROXY protocol.',
      'Let it send `X-Forwarded-For` instead: see [Proxies](/docs/deploy/proxies.html).',
    ],
  ],
  E011002: [['The message names the missing field.', 'Send it. `null` counts as missing.']],
  E011003: [
    [
      'A field has the wrong type, or a value that is too long. The message names it.',
      'Compare it with the table of fields on the operation’s page.',
    ],
  ],
  E011004: [
    [
      'The value has the right type and is not allowed. The message names the field and the rule.',
      'Correct the value.',
    ],
    [
      'A URL is not on the list of redirect URLs, or an origin is not allowed.',
      'Add it under *Settings → URLs and origins*.',
    ],
    ['A new password is too short, or known from a breach.', 'Show the message to the user.'],
  ],
  E011005: [
    [
      'The path is wrong, or the base URL ends with `/v1`.',
      'Set the base URL to the address without a path.',
    ],
    [
      'The version of the SDK is newer than this release.',
      'Look for the path in [Conformance](/docs/conformance.html).',
    ],
  ],
  E011006: [
    [
      'The path exists with another method. The message lists the methods.',
      'Change the method, for example from GET to POST.',
    ],
  ],
  E011007: [
    ['The body is larger than the operation accepts.', 'Send less at a time, for example 100 users.'],
  ],
  E011008: [
    [
      '`Content-Type` is missing or is not the one that the message names.',
      'Send `Content-Type: application/json`.',
    ],
    ['The body is compressed.', 'Send it without `Content-Encoding`.'],
  ],
  E011009: [
    [
      'The body did not arrive in time.',
      'Look for a slow connection, or a `Content-Length` that is too large.',
    ],
  ],
  E011010: [['The URL is longer than 8,192 characters.', 'Send long values in the body.']],
  E011011: [
    [
      'The headers are larger than 16 KiB, usually because of many cookies.',
      'Delete cookies of the domain, or keep custom claims short.',
    ],
  ],
  E011012: [
    [
      'Another request changed the same data at the same moment.',
      'Load the data again, and repeat the change.',
    ],
  ],
  E111119: [
    [
      'The header is missing, or has another form.',
      'Send `Authorization: Bearer <project ID>`, for management calls `Bearer <project ID>:<management key>`.',
    ],
    [
      'The project ID or the key is wrong, or the key was deleted, has expired, or is used from another network.',
      'Compare both with the console.',
    ],
    ['The SDK calls another instance.', 'Print its base URL.'],
  ],
  E130429: [
    ['Too many requests came from one address, or were for one user.', 'Wait for `Retry-After` seconds.'],
    [
      'All users share one address, because the proxy does not pass on theirs.',
      '[Tell Latchkey about your proxy](/docs/deploy/proxies.html).',
    ],
    [
      'Your backend signs in all users from its own address.',
      'Exempt it: see [Too many requests](/docs/operations.html#too-many-requests).',
    ],
  ],
  E500001: [['A bug or an outage of the server.', 'Search its log for the `x-request-id` of the response.']],
  E500002: [
    [
      'The database restarts, fails over or cannot be reached.',
      'Repeat the call. If it lasts, see [When the database fails](/docs/postgresql.html#when-the-database-fails).',
    ],
  ],
  E500003: [
    ['The disk of the database is full.', 'Free space on it, or make it larger. Sign-ins need to write.'],
  ],
  E501001: [
    [
      'Latchkey does not support this operation or this field. The message names it.',
      'See [what to use instead](/docs/api.html#what-is-not-supported).',
    ],
  ],
} as const satisfies Record<string, readonly Reason[]>;
