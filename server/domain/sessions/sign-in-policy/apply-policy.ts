import type { ProjectContext, ProjectData } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { sourcesAmong } from '../../directory/tenants/role-inheritance.ts';
import { beganAt, type Membership, type User } from '../../directory/users/user.ts';
import { findTrustedDevice, showTrustedDevice } from '../trusted-devices/trust-device.ts';
import {
  decideRunning,
  decideSignIn,
  isMetBy,
  type SessionProof,
  type SignInDecision,
  type SignInFacts,
} from './decide.ts';
import { enrollableFactors, enrolledFactors, factorsIn } from './factors.ts';
import { sessionNeedsFactors } from './more-factors.ts';
import {
  type ApplyingPolicy,
  combinePolicies,
  type FirstFactor,
  resolveEnrolled,
  type SignInPolicy,
} from './policy.ts';
import { findPolicy, insertAsk, listApplying, listBelow, listOfTenants } from './store.ts';

type Proof = Pick<SignInFacts, 'amr' | 'ssoTenantIds' | 'before' | 'byLinkFor'>;

/**
 * Applies the policies of the project, the user's tenants and roles, and of the application to a sign-in (E064008 if it is not
 * allowed). Costs no query in a project without policies. Otherwise costs one, and for users with roles in a tenant that has
 * sub-tenants one more. Part of the transaction that starts the session.
 *
 * `changesFactors`: the sign-in also changes how the user signs in, for which a trusted device does not stand in.
 */
export async function applySignInPolicy(
  ctx: ProjectContext,
  user: User,
  proof: Proof,
  { changesFactors = false } = {},
): Promise<Exclude<SignInDecision, { kind: 'refuse' }> & { trustedDevice?: string }> {
  const facts = await factsFor(ctx, user, proof);
  if (!facts) return { kind: 'allow' };
  const { decision, trustedDevice } = changesFactors
    ? { decision: decideSignIn(facts) }
    : await decideOnDevice(ctx, user, facts);
  if (decision.kind === 'refuse') {
    throw new ServiceError('E064008', decision.reason, {
      about: { userId: user.id, data: { reason: decision.reason } },
    });
  }
  if (decision.kind === 'allow' && decision.offer && facts.firstAskedAt === undefined) {
    await insertAsk(ctx.db, { projectId: ctx.project.id, userId: user.id, askedAt: ctx.now() });
  }
  return { ...decision, ...(trustedDevice && { trustedDevice }) };
}

/** Returns what the policies decide on a device that is not trusted, without effects; `undefined` if there are none. */
export async function previewSignInPolicy(
  ctx: ProjectContext,
  user: User,
  proof: Proof,
): Promise<{ decision: SignInDecision; firstAskedAt: number | undefined } | undefined> {
  const facts = await factsFor(ctx, user, proof);
  return facts && { decision: decideSignIn(facts), firstAskedAt: facts.firstAskedAt };
}

/**
 * Reports whether a session is enough for the policy of an application; otherwise the user signs in again for it. Costs one query in a
 * project with policies, and more only for an application that has one.
 */
export async function isEnoughFor(
  ctx: ProjectContext,
  application: string,
  { user, session }: { user: User; session: SessionProof },
): Promise<boolean> {
  if (ctx.project.hasSignInPolicies === false) return true;
  const policy = await findPolicy(ctx.db, {
    projectId: ctx.project.id,
    scope: 'application',
    subjectId: application,
  });
  if (!policy) return true;
  const { firstFactors } = JSON.parse(policy.policy) as SignInPolicy;
  if (firstFactors && !factorsIn(session.amr).some((factor) => firstFactors.includes(factor as FirstFactor)))
    return false;
  const facts = await factsFor({ ...ctx, signInTo: application }, user, { amr: [], before: session });
  if (!facts) return true;
  const trustedDevice = acceptsDevices(facts) ? await findTrustedDevice(ctx, user.id) : undefined;
  const decision = decideSignIn({ ...facts, trustedDevice });
  // The grace period begins when the user is asked, which our pages do.
  return decision.kind === 'allow' && !(decision.offer && facts.firstAskedAt === undefined);
}

/**
 * Throws E064007 if the policies that apply to the user now require more than a running session has proven, for instance because of a
 * role that the user got since the sign-in. Costs no query in a project without policies.
 */
export async function requireEnough(
  ctx: ProjectContext,
  { user, session }: { user: User; session: SessionProof & { expiresAt: number } },
): Promise<void> {
  // The project's server vouches for a session that it has started.
  if (session.amr.includes('mgmt')) return;
  const facts = await factsFor(ctx, user, { amr: [], before: session });
  if (!facts) return;
  const trustedDevice = acceptsDevices(facts) ? await findTrustedDevice(ctx, user.id) : undefined;
  const decision = decideSignIn({ ...facts, trustedDevice });
  if (decision.kind === 'allow') return;
  throw sessionNeedsFactors(ctx, 'The sign-in policy requires more than this session has proven', {
    methods: 'methods' in decision ? decision.methods : [],
    enrol: decision.kind === 'enrol',
    expiresAt: session.expiresAt,
  });
}

/**
 * Returns those of the tenants whose policy keeps a running session out: they came into reach since the sign-in, which therefore did not
 * ask for what they require. A trusted device does not count here; the next sign-in decides on it. Costs one query in a project with
 * policies for users whose tenants came into reach during the session, and nothing otherwise.
 */
export async function tenantsWithUnmetPolicy(
  ctx: ProjectContext,
  { user, session }: { user: User; session: RunningSession },
  tenants: Membership[],
): Promise<Membership[]> {
  if (ctx.project.hasSignInPolicies === false || session.impersonatorId) return [];
  const gained = tenants.filter((tenant) => beganAt(tenant) > session.provenAt);
  const policies = await policiesOf(ctx, user, gained);
  const unmet: Membership[] = [];
  for (const tenant of gained) {
    const found = policies.get(tenant.tenantId);
    if (found && !isMetBy(found.one, session) && !(await isInGrace(ctx, { user, session }, tenant, found)))
      unmet.push(tenant);
  }
  return unmet;
}

/** Returns the refusal of a tenant whose policy keeps a running session out, with the factors that bring it in. */
export async function tenantNeedsFactors(
  ctx: ProjectContext,
  running: { user: User; session: RunningSession & { expiresAt: number } },
  tenant: Membership,
): Promise<ServiceError> {
  const found = (await policiesOf(ctx, running.user, [tenant])).get(tenant.tenantId);
  const decision = found && (await decideOnTenant(ctx, running, tenant, found));
  const reason = `The sign-in policy of the tenant ${tenant.tenantName} requires more than this session has proven`;
  return sessionNeedsFactors(ctx, reason, {
    methods: decision && 'methods' in decision ? decision.methods : [],
    enrol: decision?.kind === 'enrol',
    expiresAt: running.session.expiresAt,
  });
}

interface TenantPolicy {
  one: ApplyingPolicy;
  /** The time at which the user was first asked for a second factor, if ever. */
  askedAt: number | null;
}

async function policiesOf(
  ctx: ProjectData,
  user: User,
  tenants: Membership[],
): Promise<Map<string, TenantPolicy>> {
  if (tenants.length === 0) return new Map();
  const tenantIds = tenants.map(({ tenantId }) => tenantId);
  const rows = await listOfTenants(ctx.db, { projectId: ctx.project.id, userId: user.id, tenantIds });
  return new Map(
    rows.map((row) => {
      const [one] = applyingTo(user, [row]) as [ApplyingPolicy];
      return [row.tenant ?? '', { one, askedAt: row.askedAt }];
    }),
  );
}

/** Reports whether a sign-in would be let in without a second factor, because its time has not come. */
async function isInGrace(
  ctx: ProjectContext,
  running: { user: User; session: RunningSession },
  tenant: Membership,
  found: TenantPolicy,
): Promise<boolean> {
  const until = combinePolicies([found.one]).graceEndsAt(found.askedAt ?? beganAt(tenant));
  if (until <= ctx.now()) return false;
  return (await decideOnTenant(ctx, running, tenant, found)).kind === 'allow';
}

/** The grace period of a user who was not asked yet begins when the tenant came into reach. */
async function decideOnTenant(
  ctx: ProjectContext,
  { user, session }: { user: User; session: RunningSession },
  tenant: Membership,
  { one, askedAt }: TenantPolicy,
) {
  const firstAskedAt = askedAt ?? beganAt(tenant);
  return decideRunning(one, session, { ...(await factorsOfUser(ctx, user)), firstAskedAt, now: ctx.now() });
}

async function factorsOfUser(ctx: ProjectContext, user: User) {
  return {
    enrolled: await enrolledFactors(ctx, user),
    hasPassword: user.hasPassword,
    enrollable: enrollableFactors(user),
  };
}

/** A session that has started, as far as policies look at it. */
export interface RunningSession extends SessionProof {
  provenAt: number;
  impersonatorId: string;
}

/** Returns the facts on which the policies decide; `undefined` if there are none. */
async function factsFor(ctx: ProjectContext, user: User, proof: Proof): Promise<SignInFacts | undefined> {
  if (ctx.project.hasSignInPolicies === false) return undefined;
  const rows = await listApplying(ctx.db, {
    projectId: ctx.project.id,
    userId: user.id,
    application: ctx.signInTo ?? '',
    inheritedTenantIds: await findInherited(ctx, user),
  });
  if (rows.length === 0) return undefined;
  return {
    ...proof,
    policies: applyingTo(user, rows),
    ...(await factorsOfUser(ctx, user)),
    firstAskedAt: rows[0]?.askedAt ?? undefined,
    now: ctx.now(),
  };
}

/** Finds the sub-tenants with a policy in which the user inherits roles: all of them, because any can come into reach. */
async function findInherited(ctx: ProjectData, { tenants }: User): Promise<string[]> {
  const sourceIds = sourcesAmong(tenants, 'user');
  if (sourceIds.length === 0) return [];
  const rows = await listBelow(ctx.db, { projectId: ctx.project.id, sourceIds });
  return rows.map(({ id }) => id);
}

/** Decides with the trust in the requesting device, if the policies accept it. Uses the trust only if it is needed. */
async function decideOnDevice(
  ctx: ProjectContext,
  user: User,
  facts: SignInFacts,
): Promise<{ decision: SignInDecision; trustedDevice?: string }> {
  const decision = decideSignIn(facts);
  if (decision.kind === 'allow' || decision.kind === 'refuse' || !acceptsDevices(facts)) return { decision };
  const trusted = await findTrustedDevice(ctx, user.id);
  if (!trusted || decideSignIn({ ...facts, trustedDevice: trusted }).kind !== 'allow') return { decision };
  const token = await showTrustedDevice(ctx, user.id);
  return token ? { decision: { kind: 'allow' }, trustedDevice: token } : { decision };
}

function acceptsDevices({ policies }: SignInFacts): boolean {
  return policies.some(({ policy }) => ['newDevice', 'everyDays'].includes(policy.secondFactor.when));
}

interface PolicyOfUser {
  policy: string;
  requiredSince: number | null;
  tenant: string | null;
  hadElsewhere: number | null;
}

function applyingTo({ hasTotp, hasPasskey }: User, rows: PolicyOfUser[]): ApplyingPolicy[] {
  const hadElsewhere = rows[0]?.hadElsewhere === 1;
  return resolveEnrolled(rows.map(toApplying), { totp: hasTotp, passkey: hasPasskey, hadElsewhere });
}

function toApplying(row: PolicyOfUser): ApplyingPolicy {
  return {
    policy: JSON.parse(row.policy) as SignInPolicy,
    requiredSince: row.requiredSince ?? 0,
    ...(row.tenant !== null && { tenantId: row.tenant }),
  };
}
