/** A call of the component in the preview. */
export interface Call {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface Reply {
  /** 0 if the server cannot be reached. */
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** The end of a flow in the preview: a sign-in, whose session may live on, or another site. */
export type End = { kind: 'signedIn'; isEnded: boolean } | { kind: 'leaves'; host: string };

const paths = ['/v1/flow/start', '/v1/flow/next'];
const passedOn = ['content-type', 'x-descope-flow-nonce'];

/**
 * Passes a call of the preview on to the server. Only calls of flows go through, without the cookies of this origin, so that
 * the vendor's code gets no more than any visitor of a sign-in page, and a sign-in leaves nothing here. Returns the reply and,
 * if the flow ends with it, how.
 */
export async function passOn(
  projectId: string,
  { path, headers, body }: Call,
): Promise<{ reply: Reply; end?: End }> {
  if (!paths.includes(path)) return { reply: { status: 403, headers: {}, body: '{}' } };
  const kept = passedOn.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]));
  try {
    const response = await send(path, projectId, { ...Object.fromEntries(kept) }, withoutLocation(body));
    const text = await response.text();
    const reply = { status: response.status, headers: Object.fromEntries(response.headers), body: text };
    const end = response.ok ? await endOf(projectId, text) : undefined;
    return { reply, ...(end && { end }) };
  } catch {
    return { reply: { status: 0, headers: {}, body: '' } };
  }
}

function send(path: string, bearer: string, headers: Record<string, string>, body: string) {
  return fetch(path, {
    method: 'POST',
    // Neither sends nor keeps cookies.
    credentials: 'omit',
    headers: { ...headers, authorization: `Bearer ${bearer}` },
    body,
  });
}

/** The address of the preview opens in this frame only, so that links must not return to it. */
function withoutLocation(body: string): string {
  const { options, ...rest } = JSON.parse(body) as { options?: Record<string, unknown> };
  if (!options) return body;
  const { location: _, ...kept } = options;
  return JSON.stringify({ ...rest, options: kept });
}

async function endOf(projectId: string, body: string): Promise<End | undefined> {
  const { action, redirect, authInfo } = JSON.parse(body) as {
    action?: string;
    redirect?: { url: string };
    authInfo?: { refreshJwt?: string };
  };
  if (action === 'redirect' && redirect) return { kind: 'leaves', host: new URL(redirect.url).host };
  if (!authInfo) return undefined;
  const { refreshJwt } = authInfo;
  // Only a cookie would have the token, and the browser has not kept it.
  if (!refreshJwt) return { kind: 'signedIn', isEnded: false };
  const headers = { 'content-type': 'application/json' };
  const { ok } = await send('/v1/auth/logout', `${projectId}:${refreshJwt}`, headers, '{}');
  return { kind: 'signedIn', isEnded: ok };
}
