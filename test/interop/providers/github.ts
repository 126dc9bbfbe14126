import type { ProviderDescription } from '../description.ts';

const user = {
  login: '{username}',
  id: '{number}',
  node_id: 'MDQ6VXNlcjU4MzIzMQ==',
  avatar_url: 'https://avatars.githubusercontent.com/u/1?v=4',
  type: 'User',
  site_admin: false,
  name: '{name}',
  company: null,
  email: null,
  two_factor_authentication: true,
} as const;

const emails = [
  { email: '{number}+{username}@users.noreply.github.com', primary: false, verified: true, visibility: null },
  { email: '{email}', primary: true, verified: true, visibility: 'private' },
] as const;

export const github: ProviderDescription = {
  id: 'github',
  title: 'GitHub',
  knownAs: 'github',
  oauth: {
    sources: [
      'https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps',
      'https://docs.github.com/en/rest/users/users#get-the-authenticated-user',
      'https://docs.github.com/en/rest/users/emails#list-email-addresses-for-the-authenticated-user',
    ],
    userInfo: user,
    emails,
    tokenResponse: {
      access_token: 'gho_16C7e42F292c6912E7710c838347Ae178B4a',
      scope: 'read:user,user:email',
      token_type: 'bearer',
    },
    leaves: { givenName: '', familyName: '', subject: '{number}' },
    variants: [
      {
        what: 'has a user without a name',
        userInfo: { ...user, name: null },
        leaves: { name: '{username}', givenName: '', familyName: '', subject: '{number}' },
      },
      {
        what: 'has a user whose primary address is not verified',
        emails: [{ email: '{email}', primary: true, verified: false, visibility: 'private' }],
        leaves: {
          givenName: '',
          familyName: '',
          verifiedEmail: false,
          loginId: 'github:{number}',
          subject: '{number}',
        },
      },
      {
        what: 'has a user who keeps the address private',
        emails: [
          {
            email: '{number}+{username}@users.noreply.github.com',
            primary: true,
            verified: true,
            visibility: null,
          },
        ],
        leaves: {
          givenName: '',
          familyName: '',
          email: '{number}+{username}@users.noreply.github.com',
          loginId: '{number}+{username}@users.noreply.github.com',
          subject: '{number}',
        },
      },
    ],
  },
};
