import type { ProjectContext, ProjectData, TimedProjectData } from '../../../core/context.ts';
import { type SignInMethod, signInMethods } from '../../../core/hosted-pages.ts';
import { requireDelivery } from '../../../delivery/outbox.ts';
import type { Channel } from '../../credentials/challenges/challenge.ts';
import { addressFor } from '../../credentials/challenges/target.ts';
import { loadPasswordState } from '../../credentials/passwords/password-state.ts';
import { nextTotpAttemptAt } from '../../credentials/totp/next-attempt.ts';
import { previewSignInPolicy } from '../../sessions/sign-in-policy/apply-policy.ts';
import type { SignInDecision } from '../../sessions/sign-in-policy/decide.ts';
import { listProviders } from '../oauth/load-provider.ts';
import { loadConnections } from '../sso/load-connection.ts';
import type { Finding, FindingCode, MethodFinding } from './finding.ts';
import type { Subject } from './subject.ts';

/** Says for each method what keeps the user from it, beside what the checks of the account have found. */
export async function explainMethods(
  ctx: ProjectContext,
  subject: Subject,
  needsSso: boolean,
): Promise<MethodFinding[]> {
  const methods: MethodFinding[] = [];
  for (const method of signInMethods) {
    const own = await requirements[method](ctx, subject);
    const sso: Finding[] = needsSso && method !== 'sso' ? [blocks('ssoRequired')] : [];
    const policy = own.length + sso.length === 0 ? await checkPolicy(ctx, subject, method) : [];
    methods.push({
      method,
      isOffered: ctx.project.settings.hostedPages.signInMethods.includes(method),
      findings: [...own, ...sso, ...policy],
    });
  }
  return methods;
}

/** The factors that a sign-in by the method proves (RFC 8176 and our own), as `startSession` gets them. */
const amrOf: Record<SignInMethod, string[]> = {
  password: ['pwd'],
  emailCode: ['email'],
  smsCode: ['sms'],
  magicLink: ['email'],
  totp: ['totp'],
  passkey: ['webauthn'],
  oauth: ['oauth'],
  sso: ['fed'],
};

const requirements: Record<SignInMethod, (ctx: ProjectContext, subject: Subject) => Promise<Finding[]>> = {
  password: checkPassword,
  emailCode: (ctx, subject) => checkMessage(ctx, subject, 'email'),
  smsCode: (ctx, subject) => checkMessage(ctx, subject, 'sms'),
  magicLink: (ctx, subject) => checkMessage(ctx, subject, 'email'),
  totp: checkTotp,
  passkey: async (_, { user }) => (user.hasPasskey ? [] : [blocks('noPasskey')]),
  oauth: async (ctx) => {
    const providers = await listProviders(ctx);
    return providers.some(({ enabled }) => enabled) ? [] : [blocks('noProvider')];
  },
  sso: checkSso,
};

async function checkPassword(ctx: TimedProjectData, { user }: Subject): Promise<Finding[]> {
  const state = await loadPasswordState(ctx, user.id);
  if (!state.isEnabled) return [blocks('passwordsOff')];
  if (!state.exists) return [blocks('noPassword')];
  if (state.lockedAt > 0) return [{ ...blocks('passwordLocked'), since: state.lockedAt }];
  if (state.nextAttemptAt > ctx.now()) return [{ ...blocks('passwordWaits'), until: state.nextAttemptAt }];
  return state.mustBeReplaced ? [{ code: 'passwordToReplace', outcome: 'matters' }] : [];
}

async function checkTotp(ctx: TimedProjectData, { user }: Subject): Promise<Finding[]> {
  if (!user.hasTotp) return [blocks('noAuthenticator')];
  const until = await nextTotpAttemptAt(ctx, user.id);
  return until > ctx.now() ? [{ ...blocks('authenticatorWaits'), until }] : [];
}

async function checkMessage(
  ctx: ProjectContext,
  { addressee, loginId }: Subject,
  channel: Channel,
): Promise<Finding[]> {
  const canSend = await requireDelivery(ctx, channel).then(
    () => true,
    () => false,
  );
  if (!canSend) return [blocks('noConnector')];
  // A disabled user gets no messages; that is not a fault of the address.
  const isReachable = addressFor({ ...addressee, status: 'enabled' }, { loginId, channel }) !== '';
  return isReachable ? [] : [blocks(channel === 'email' ? 'noEmail' : 'noPhone')];
}

async function checkSso(ctx: ProjectData, { user }: Subject): Promise<Finding[]> {
  return (await listProvidersOf(ctx, user)).length > 0 ? [] : [blocks('noConnection')];
}

/** Lists the user's tenants that have an identity provider, each as a sign-in through it would name it. */
async function listProvidersOf(ctx: ProjectData, user: Subject['user']): Promise<string[][]> {
  const found: string[][] = [];
  for (const { tenantId, isDisabled } of user.tenants) {
    if (isDisabled) continue;
    const connections = await loadConnections(ctx, tenantId);
    if (connections.some(({ connection }) => connection.protocol !== 'none')) found.push([tenantId]);
  }
  return found;
}

async function checkPolicy(ctx: ProjectContext, { user }: Subject, method: SignInMethod): Promise<Finding[]> {
  const decisions: SignInDecision[] = [];
  // The user may sign in through any of their providers, and a tenant's policy means its own.
  for (const ssoTenantIds of method === 'sso' ? await listProvidersOf(ctx, user) : [[]]) {
    const decided = await previewSignInPolicy(ctx, user, { amr: amrOf[method], ssoTenantIds });
    if (!decided) return [];
    decisions.push(decided.decision);
  }
  const [decision] = decisions;
  if (!decision || decision.kind === 'allow' || decisions.some(({ kind }) => kind === 'allow')) return [];
  return decision.kind === 'refuse'
    ? [{ ...blocks('policyRefuses'), detail: decision.reason }]
    : [{ code: 'policyNeeds', outcome: 'matters', detail: decision.methods.join(', ') }];
}

function blocks(code: FindingCode): Finding {
  return { code, outcome: 'blocks' };
}
