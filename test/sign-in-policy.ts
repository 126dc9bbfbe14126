import { randomUUID } from 'node:crypto';
import { totpCode } from './authenticator-app.ts';
import type { Answer, Latchkey } from './harness.ts';
import {
  createPasswordUser,
  type PasswordUser,
  signInByPassword,
  verifyTotp,
  withToken,
} from './signed-in.ts';

/** Sets a sign-in policy, of the project unless `subject` names a tenant or a role. */
export async function setPolicy(
  latchkey: Latchkey,
  secondFactor: Record<string, unknown>,
  rest: Record<string, unknown> = {},
): Promise<void> {
  const body = { secondFactor, ...rest };
  const answer = await latchkey.manage('POST', '/v1/mgmt/project/sign-in-policy/set', body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** The demand for a second factor in the refusal of a sign-in. */
export interface Demand {
  refreshJwt: string;
  methods: string[];
  enrol: boolean;
  expiresAt: number;
}

/** Returns the demand with which a sign-in was refused. */
export function demandIn({ status, body }: Answer): Demand {
  if (status !== 403 || body.errorCode !== 'E064007') throw new Error(JSON.stringify({ status, body }));
  return body.mfa;
}

export async function demandOf(latchkey: Latchkey, user: PasswordUser, options = {}): Promise<Demand> {
  return demandIn(await signInByPassword(latchkey, user, options));
}

/** Adds an authenticator within a sign-in that awaits one. Returns its codes, each for a new time step, and the answer. */
export async function enrolAwaited(
  latchkey: Latchkey,
  { loginId }: { loginId: string },
  { refreshJwt }: Demand,
): Promise<{ code: () => string; answer: Answer }> {
  const started = await withToken(latchkey, 'POST', '/v1/auth/totp/update', refreshJwt, { loginId });
  if (started.status !== 200) throw new Error(JSON.stringify(started.body));
  const code = () => {
    latchkey.advance(30_000);
    return totpCode(started.body.key, latchkey.service.now());
  };
  const input = { loginId, code: code(), loginOptions: { mfa: true } };
  return { code, answer: await verifyTotp(latchkey, input, refreshJwt) };
}

/** Creates a user with a password, whose login ID is a name and no address that could be a second factor. */
export async function createNamedUser(
  latchkey: Latchkey,
  fields: Record<string, unknown> = {},
): Promise<PasswordUser> {
  const loginId = `name-${randomUUID()}`;
  return { ...(await createPasswordUser(latchkey, { ...fields, loginId })), loginId };
}

/**
 * Creates a user with a password and an authenticator in a project whose policy requires one. The addresses are verified, and
 * set afterwards.
 */
export async function createTwoFactorUser(
  latchkey: Latchkey,
  addresses: { email?: string; phone?: string } = {},
): Promise<PasswordUser & { code: () => string }> {
  const user = await createNamedUser(latchkey);
  const { code, answer } = await enrolAwaited(latchkey, user, await demandOf(latchkey, user));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  for (const [kind, address] of Object.entries(addresses)) {
    const body = { loginId: user.loginId, [kind]: address, verified: true };
    await latchkey.manage('POST', `/v1/mgmt/user/update/${kind}`, body);
  }
  return { ...user, code };
}
