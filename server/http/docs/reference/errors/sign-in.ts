import type { Reason } from './reason.ts';

const wait = 'Wait for `Retry-After` seconds.';
const signInAgain = 'Send the user to the sign-in page.';

/** The reasons for errors of sign-ins, sessions, and the calls of users. */
export const signInReasons = {
  E061102: [
    ['The user typed a wrong code, or a code that was used before.', 'Let the user enter the code again.'],
    [
      'The clock of the phone is wrong by more than 30 seconds (authenticator app).',
      'Turn on the automatic time of the phone.',
    ],
    [
      'The login ID differs from the one to which you sent the code.',
      'Send the same login ID to both calls.',
    ],
  ],
  E061103: [
    ['The user entered five wrong codes from a message.', 'Send a new code.'],
    ['The user entered many wrong codes of an authenticator app.', wait],
  ],
  E061104: [
    ['The code is older than five minutes, or was used before.', 'Send a new code.'],
    ['You sent another code after this one.', 'Let the user enter the newest code.'],
  ],
  E062107: [
    [
      'A user has this login ID, or has verified it as an address.',
      'Let the user sign in. To invite or change an existing user, add the tenant or the role instead.',
    ],
  ],
  E062108: [
    [
      'No user has this login ID. Sign-ins by code and link never say so, to protect users.',
      'Check the spelling. Phone numbers need a country code.',
    ],
    [
      'The call changes a signed-in user, and `loginId` is another user’s.',
      'Send a login ID of the user whose refresh token you send.',
    ],
  ],
  E062109: [
    [
      'An administrator, a directory or the user’s own deletion disabled the account.',
      'Enable the user in the console.',
    ],
  ],
  E062503: [
    [
      'The user has not confirmed the enchanted link yet.',
      'Request the session again after a second: see [Enchanted links](/docs/guides/enchanted-links.html#wait-for-the-session).',
    ],
  ],
  E062504: [
    ['The link was used, is too old, or you sent a newer one.', 'Send a new link.'],
    [
      'A mail scanner opened the link, and your page exchanged the token at once.',
      'Exchange it only when the user presses a button: see [Magic links](/docs/guides/magic-links.html#exchange-the-token).',
    ],
    ['The user chose the enchanted link with another number.', 'Start again, and show the number clearly.'],
  ],
  E062802: [
    ['The header contains only the project ID.', 'Send `Authorization: Bearer <project ID>:<access key>`.'],
  ],
  E062803: [
    [
      'The key was deleted or deactivated, has expired, or is used from a network that it does not allow.',
      'Look at the key in the console, under *Access keys*. Create another one if it is gone.',
    ],
    ['The user for whom the key acts is disabled or deleted.', 'Create the key for another user.'],
  ],
  E062903: [
    [
      'The password is wrong, the user has none, or the user does not exist. The response is the same for all three.',
      'Let the user try again, or [reset the password](/docs/guides/passwords.html#reset-a-forgotten-password).',
    ],
    [
      'The user once signed in with a code or provider, which proved the address and removed an unproven password.',
      'Let the user set a new one. [Passwords](/docs/guides/passwords.html#sign-up) explains how to avoid this.',
    ],
  ],
  E062904: [
    [
      'The project locks passwords after a number of wrong attempts, and this one is locked.',
      'Send a [reset link](/docs/guides/passwords.html#reset-a-forgotten-password), or set a new password in the console.',
    ],
  ],
  E062909: [
    [
      'The password is older than the project allows, or an administrator set it as temporary.',
      'Ask for the old and a new password, and call `password/replace`.',
    ],
  ],
  E063302: [['The consent was withdrawn, or belongs to another user.', 'Load the list of consents again.']],
  E064001: [
    ['The user signed out, or an administrator ended the session.', signInAgain],
    [
      'A newer refresh token has replaced this one. Latchkey ends a session whose old token comes back.',
      'Store the refresh token of each response. Two tabs or servers must share it.',
    ],
    [
      'The session is older than its lifetime, or was not used for too long.',
      'Change both under *Authentication → Sessions and tokens*.',
    ],
  ],
  E064002: [
    [
      'The token is missing, damaged, or has expired.',
      'Refresh the session, or send the user to the sign-in page.',
    ],
    ['The token is of another project or another instance.', 'Compare the project ID and the base URL.'],
    [
      'You sent a session token to a call that needs a refresh token, or the reverse.',
      'Send the other token.',
    ],
    [
      'A cookie came from a page whose origin is not allowed.',
      'Add the origin under *Settings → URLs and origins*.',
    ],
  ],
  E064003: [
    [
      'The user is no member of the tenant, or the tenant is disabled.',
      'Offer only the tenants that `me/tenants` returns.',
    ],
  ],
  E064004: [
    [
      'The session has no user, because your server started it as an anonymous one.',
      'Let the user sign in first.',
    ],
  ],
  E064005: [
    [
      'A tenant of the user requires single sign-on, and the user signed in with another method.',
      'Start the [SSO sign-in](/docs/guides/sso.html#start-the-sign-in) with the ID of this tenant.',
    ],
  ],
  E064006: [
    [
      'An administrator or supporter acts as this user, and only the user may do this.',
      '[Stop the impersonation](/docs/guides/impersonation.html#stop) first.',
    ],
  ],
  E064007: [
    [
      'The sign-in policy requires a second factor for this sign-in or change.',
      'Continue with a method of `mfa`: see [Second factor](/docs/guides/second-factor.html#sign-in).',
    ],
  ],
  E064008: [
    [
      'The sign-in policy does not accept this method as the first factor.',
      'Offer one of the methods in its `firstFactors`: see [Sign-in policy](/docs/sign-in-policy.html).',
    ],
  ],
  E064013: [
    [
      'The user lacks the permission `User Admin` in the tenant, or the call is not open to administrators of tenants.',
      'Compare it with [what administrators can do](/docs/tenant-administrators.html#what-administrators-can-do).',
    ],
  ],
  E066101: [
    ['`redirectURL` is not on the list of redirect URLs.', 'Add it under *Settings → URLs and origins*.'],
    ['The provider is switched off.', 'Switch it on under *Authentication → OAuth providers*.'],
    [
      'The address has the scheme of an app, such as `myapp://`.',
      'Use an `https` address: see [Mobile apps](/docs/guides/mobile.html#return-from-the-browser).',
    ],
  ],
  E067010: [
    [
      'The signed-in user has no passkey for the domain of this page.',
      'Let the user sign in another way, and add a passkey.',
    ],
    [
      'The domain of the project’s passkeys has changed.',
      'See [When the domain changes](/docs/guides/passkeys.html#when-the-domain-changes).',
    ],
  ],
  E067011: [
    [
      '`origin` differs from the page on which the browser created the response.',
      'Send `location.origin` of that page.',
    ],
    [
      'The passkey was removed here, and is still on the device.',
      'Let the user delete it there, and sign in another way.',
    ],
  ],
  E067012: [['The user took more than five minutes, or the response was sent twice.', 'Start again.']],
  E067013: [['The device has already registered this passkey.', 'Let the user sign in with it.']],
  E067101: [
    [
      'The redirect URL is missing, or not on the list.',
      'Send one, and add it under *Settings → URLs and origins*.',
    ],
    ['The tenant is disabled.', 'Enable it in the console.'],
  ],
  E067102: [
    [
      'The code was exchanged before, or is older than 60 seconds.',
      'Start the sign-in again. Exchange each code once.',
    ],
    [
      'The code belongs to a [flow](/docs/flows.html#what-the-server-checks).',
      'Let the component exchange it.',
    ],
  ],
  E102001: [['No flow has this ID, or it is disabled.', 'Take the ID from *Authentication → Flows*.']],
  E103205: [
    [
      'The flow is older than its limit, its session ended, or an administrator changed it.',
      'Start the flow again. `restartOnError` of the component does this.',
    ],
  ],
  E108201: [
    [
      'The page sent a nonce that the server did not issue last, for example because an older component does not send it.',
      'Use a [version that is supported](/docs/components.html#install-the-components).',
    ],
  ],
} as const satisfies Record<string, readonly Reason[]>;
