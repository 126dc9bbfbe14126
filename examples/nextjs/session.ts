import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { latchkey } from './latchkey';

/** Returns the claims of the signed-in user, or redirects to the sign-in page. Every page for signed-in users calls it. */
export const requireSession = cache(async () => {
  const sessionJwt = (await cookies()).get('DS')?.value;
  if (!sessionJwt) redirect('/login');
  try {
    return (await latchkey.validateSession(sessionJwt)).token;
  } catch {
    redirect('/login');
  }
});
