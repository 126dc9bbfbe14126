import DescopeClient from '@descope/node-sdk';

export const projectId = process.env.PROJECT_ID ?? '';
export const latchkeyUrl = process.env.BASE_URL ?? 'http://localhost:8080';
export const appUrl = process.env.APP_URL ?? `http://localhost:${process.env.PORT ?? 3000}`;

export const latchkey = DescopeClient({ projectId, baseUrl: latchkeyUrl });

/** Scripts on the page cannot read the cookies, and other sites cannot post with them. */
export const cookieOptions = {
  httpOnly: true,
  sameSite: 'lax',
  secure: appUrl.startsWith('https:'),
  path: '/',
} as const;
