import type { ProjectContext } from '../../../../core/context.ts';
import { transaction } from '../../../../storage/transaction.ts';
import type { Answered } from '../../../directory/application-consents/consent.ts';
import { giveConsent } from '../../../directory/application-consents/give-consent.ts';
import { recordRefusedSignIn } from '../../../directory/sign-in-refusals/record-refusal.ts';
import { holdUser, revocationsOf } from '../../../directory/users/revocations.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import type { StartedSession } from '../../../sessions/sessions/start-session.ts';
import { acrOf, nothingAsked } from '../assurance.ts';
import type { Client } from '../client.ts';
import { allowedBy, shownBefore } from '../consent.ts';
import { subjectOf } from '../subject.ts';
import type { DeviceGrant, DeviceRequest, OpenRequest } from './device-request.ts';
import { decideRequest, findUndecided } from './store.ts';
import { macsOfUserCode } from './user-code.ts';

/** Finds the request to which a user code belongs, while it waits for a decision. */
export async function findOpenRequest(
  ctx: ProjectContext,
  userCode: string,
): Promise<OpenRequest | undefined> {
  const userCodeMacs = macsOfUserCode(ctx, userCode);
  const row = await findUndecided(ctx.db, ctx.project.id, { userCodeMacs, now: ctx.now() });
  return row && { row, request: JSON.parse(row.request) as DeviceRequest };
}

/**
 * Allows the device to sign the user in, with these scopes. Returns `false` if the request has expired or was decided
 * meanwhile.
 */
export async function allowRequest(
  ctx: ProjectContext,
  client: Client,
  {
    row,
    request: { issuer, resources = [] },
    scopes,
    answered,
  }: OpenRequest & {
    scopes: string[] /** Names scopes of a third-party application. */;
    answered?: Answered | undefined;
  },
  { session, user }: StartedSession,
): Promise<boolean> {
  const { thirdParty } = client;
  const subject = await subjectOf(ctx, client, user.id);
  return transaction(ctx, async (ctx) => {
    // Locks the user first, as revocations do, so that the two cannot wait for each other.
    await holdUser(ctx, user.id);
    const grant: DeviceGrant = {
      clientId: client.id,
      subject,
      issuer,
      scopes,
      nonce: '',
      idTokenClaims: [],
      userInfoClaims: [],
      resources,
      authenticatedAt: session.createdAt,
      acr: acrOf(nothingAsked, session.amr),
      browserSessionId: session.id,
      ...(thirdParty?.mcpServer && { mcpServerId: thirdParty.mcpServer.id }),
      ...(thirdParty && answered && { allowed: allowedBy(thirdParty, answered) }),
      revocations: await revocationsOf(ctx, user.id),
    };
    const decision = { status: 'allowed', userId: user.id, grant: JSON.stringify(grant) } as const;
    if (!(await decideRequest(ctx.db, row, { ...decision, now: ctx.now() }))) return false;
    if (thirdParty && answered) {
      const consent = { appId: thirdParty.inboundApp.id, userId: user.id, tenantId: '' };
      await giveConsent(ctx, {
        ...consent,
        answered,
        forEveryone: false,
        shownBefore: (one) => shownBefore(thirdParty, one),
      });
    }
    await recordAudit(ctx, {
      action: 'ApplicationSignIn',
      userId: user.id,
      data: { application: client.app.id, scopes, grant: 'device_code' },
    });
    return true;
  });
}

export async function denyRequest(
  ctx: ProjectContext,
  client: Client,
  { row, request }: OpenRequest,
  { user }: StartedSession,
): Promise<boolean> {
  const decision = { status: 'denied', userId: user.id, grant: null } as const;
  if (!(await decideRequest(ctx.db, row, { ...decision, now: ctx.now() }))) return false;
  await recordRefusedSignIn(ctx, {
    method: 'oidc',
    cause: 'other',
    userId: user.id,
    data: {
      kind: 'device-denied',
      reason: 'The user denied the sign-in of a device',
      application: client.app.id,
      startedFrom: request.remoteAddress,
    },
  });
  return true;
}
