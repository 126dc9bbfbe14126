import { type NextRequest, NextResponse } from 'next/server';
import { appUrl, cookieOptions, latchkey } from './latchkey';

/** Renews the session before a page is rendered, because a page cannot set cookies. */
export async function proxy(request: NextRequest) {
  const sessionJwt = request.cookies.get('DS')?.value;
  const refreshJwt = request.cookies.get('DSR')?.value;
  if (!refreshJwt) return NextResponse.redirect(`${appUrl}/login`, 303);
  try {
    // The session JWT is valid for ten minutes. After that, the refresh JWT is exchanged for a new pair.
    const session = await latchkey.validateAndRefreshSession(sessionJwt, refreshJwt);
    if (!session.refreshJwt) return NextResponse.next();
    // The page that is about to be rendered also needs the new token.
    request.cookies.set('DS', session.jwt);
    const response = NextResponse.next({ request });
    response.cookies.set('DS', session.jwt, cookieOptions);
    response.cookies.set('DSR', session.refreshJwt, cookieOptions);
    return response;
  } catch {
    return NextResponse.redirect(`${appUrl}/login`, 303);
  }
}

export const config = { matcher: '/account/:path*' };
