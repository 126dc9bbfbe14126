import { type NextRequest, NextResponse } from 'next/server';
import { appUrl, cookieOptions, latchkey } from '../../latchkey';

/** The hosted sign-in page returns here, with a code for the session's tokens. */
export async function GET(request: NextRequest) {
  const { searchParams } = request.nextUrl;
  const state = searchParams.get('state');
  if (!state || state !== request.cookies.get('state')?.value) return refuse('Please start again');
  const code = searchParams.get('code');
  if (!code) return refuse(searchParams.get('err'));

  const signedIn = await latchkey.oauth.exchange(code);
  if (!signedIn.ok || !signedIn.data?.refreshJwt) return refuse(signedIn.error?.errorMessage);
  const response = NextResponse.redirect(`${appUrl}/account`, 303);
  response.cookies.set('DS', signedIn.data.sessionJwt, cookieOptions);
  response.cookies.set('DSR', signedIn.data.refreshJwt, cookieOptions);
  response.cookies.delete('state');
  return response;
}

function refuse(reason = 'Latchkey cannot be reached' as string | null) {
  const query = new URLSearchParams({ refused: reason ?? 'The sign-in was refused' });
  return NextResponse.redirect(`${appUrl}/login?${query}`, 303);
}
