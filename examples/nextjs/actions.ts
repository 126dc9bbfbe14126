'use server';

import { randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { appUrl, cookieOptions, latchkey, latchkeyUrl, projectId } from './latchkey';

// Next.js calls these functions only for forms of this site, because it compares Origin with Host.

/** Sends the browser to the hosted sign-in page, which returns to /callback. */
export async function signIn() {
  // Only the browser that started the sign-in has this value, so no one can finish it with another person's code.
  const state = randomBytes(16).toString('base64url');
  (await cookies()).set('state', state, { ...cookieOptions, maxAge: 600 });
  const query = new URLSearchParams({ redirectUrl: `${appUrl}/callback`, state });
  redirect(`${latchkeyUrl}/login/${projectId}?${query}`);
}

export async function signOut() {
  const jar = await cookies();
  const refreshJwt = jar.get('DSR')?.value;
  if (refreshJwt) await latchkey.logout(refreshJwt);
  jar.delete('DS').delete('DSR');
  redirect('/login');
}
