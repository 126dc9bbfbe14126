import { textOf } from '../../../../protocols/oidc/claims.ts';
import type { ProviderDefinition } from './definition.ts';
import { profileOf } from './read-claims.ts';

/** Discord, by OAuth 2.0. `verified` is about the address. */
export const discord: ProviderDefinition = {
  title: 'Discord',
  protocol: 'oauth2',
  issuer: 'https://discord.com',
  endpoints: {
    authorizationUrl: 'https://discord.com/oauth2/authorize',
    tokenUrl: 'https://discord.com/api/oauth2/token',
    userInfoUrl: 'https://discord.com/api/users/@me',
  },
  scopes: ['identify', 'email'],
  authentication: 'post',
  readProfile({ userInfo }) {
    const [id, avatar] = [textOf(userInfo['id']), textOf(userInfo['avatar'])];
    return profileOf({
      subject: id,
      email: userInfo['email'],
      emailVerified: userInfo['verified'] === true,
      name: userInfo['global_name'] ?? userInfo['username'],
      picture:
        /^\w+$/.test(avatar) && `https://cdn.discordapp.com/avatars/${encodeURIComponent(id)}/${avatar}.png`,
    });
  },
};
