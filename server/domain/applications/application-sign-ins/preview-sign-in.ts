import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { SamlError } from '../../../protocols/saml/error.ts';
import { transientFormat } from '../../../protocols/saml/names.ts';
import { loadSsoApp } from '../../directory/applications/sso/load-app.ts';
import { defaultSsoApp, type SsoApp } from '../../directory/applications/sso/sso-app.ts';
import type { User } from '../../directory/users/user.ts';
import { explainSignIn } from '../../federation/sign-in-explanation/explain.ts';
import type { Finding } from '../../federation/sign-in-explanation/finding.ts';
import { holderInReach } from '../../sessions/sessions/in-reach.ts';
import type { StartedSession } from '../../sessions/sessions/start-session.ts';
import { maySignInTo } from '../openid-provider/access.ts';
import { acrOf, nothingAsked } from '../openid-provider/assurance.ts';
import { claimsOf, knownScopes } from '../openid-provider/scopes.ts';
import { subjectOf } from '../openid-provider/subject.ts';
import { attributesFor } from '../saml-provider/attributes.ts';
import { nameIdOf } from '../saml-provider/name-id.ts';
import { loadServiceProvider } from '../saml-provider/service-provider.ts';
import type { AppFinding } from './finding.ts';

/** The result that a user's sign-in at an application would have, and the obstacles. */
export interface SignInPreview {
  /** Absent if there is no such user, or several. */
  user?: User;
  /** The obstacles to any sign-in of the user here. */
  accountFindings: Finding[];
  findings: AppFinding[];
  /** The claims about the user that an OIDC application gets in the ID token and at userinfo. */
  claims: Record<string, unknown>;
  /** The name that a SAML application gets. Absent if the user has no such name. */
  nameId?: { value: string; format: string };
  attributes: [name: string, values: string[]][];
}

type Given = Pick<SignInPreview, 'claims' | 'nameId' | 'attributes' | 'findings'>;

const nothing: Given = { findings: [], claims: {}, attributes: [] };

/**
 * Previews the sign-in of a user at an application through the functions that the sign-in itself uses. `scope` is what an OIDC
 * application asks for. Changes nothing that a sign-in would notice.
 */
export async function previewSignIn(
  ctx: ProjectContext,
  { appId, loginId, scope }: { appId: string; loginId: string; scope: string },
): Promise<SignInPreview> {
  const app = await loadSsoApp(ctx, appId);
  const { user, canSignIn, findings } = await explainSignIn({ ...ctx, signInTo: appId }, loginId);
  const accountFindings = findings.filter(({ outcome }) => outcome === 'blocks');
  if (!user) return { ...nothing, accountFindings };
  const noMethod: AppFinding[] =
    canSignIn || accountFindings.length > 0 ? [] : [{ code: 'noMethod', outcome: 'blocks' }];
  // A sign-in that the user's tenants accept, whichever they are.
  const given = await previewFor(ctx, app, { user: await holderInReach(ctx, user) }, scope);
  return { user, accountFindings, ...given, findings: [...noMethod, ...given.findings] };
}

/** A user, and the session if they have just signed in. */
type Subject = Pick<StartedSession, 'user'> & Partial<Pick<StartedSession, 'session'>>;

/** Previews what the application would get about a user who can sign in here. */
export async function previewFor(
  ctx: ProjectContext,
  app: SsoApp,
  subject: Subject,
  scope: string,
): Promise<Given> {
  const off: AppFinding[] = app.enabled ? [] : [{ code: 'appDisabled', outcome: 'blocks' }];
  const access: AppFinding = (await maySignInTo(ctx, subject.user, app))
    ? { code: 'granted', outcome: 'fine' }
    : { code: 'notGranted', outcome: 'blocks' };
  const given = await previews[app.type](ctx, app, subject, scope);
  return { ...given, findings: [...off, access, ...given.findings] };
}

type PreviewOfType = (ctx: ProjectContext, app: SsoApp, subject: Subject, scope: string) => Promise<Given>;

const previews: Record<SsoApp['type'], PreviewOfType> = {
  oidc: previewOidc,
  saml: previewSaml,
  wsfed: async () => ({ ...nothing, findings: [{ code: 'notServed', outcome: 'blocks' }] }),
};

async function previewOidc(
  ctx: ProjectContext,
  app: SsoApp,
  { user, session }: Subject,
  scope: string,
): Promise<Given> {
  const settings = app.settings.oidc;
  const findings: AppFinding[] = [];
  if (settings.authorizationCodeDisabled) findings.push({ code: 'codeOff', outcome: 'blocks' });
  // Applications that were never registered use the default one, and the project's redirect URLs.
  else if (settings.approvedRedirectUrls.length === 0 && app.id !== defaultSsoApp.id)
    findings.push({ code: 'noRedirectUrl', outcome: 'blocks' });
  const scopes = knownScopes({ thirdParty: undefined }, scope);
  if (!scopes.includes('openid'))
    return { ...nothing, findings: [...findings, { code: 'noOpenid', outcome: 'matters' }] };
  const client = { id: app.clientId, isProject: false, settings };
  return {
    ...nothing,
    findings,
    claims: {
      sub: await subjectOf(ctx, client, user.id),
      ...claimsOf(user, session ?? { customClaims: {} }, { scopes, claims: [] }),
      // `sid` is not known: the application would get a session of its own.
      ...(session && {
        auth_time: Math.floor(session.createdAt / 1000),
        acr: acrOf(nothingAsked, session.amr),
        amr: session.amr,
      }),
    },
  };
}

async function previewSaml(ctx: ProjectContext, app: SsoApp, { user, session }: Subject): Promise<Given> {
  const settings = app.settings.saml;
  const attributes = attributesFor(settings, user);
  const sending = { ...settings, unverifiedAddresses: 'send' as const };
  const isOmitted = !isDeepStrictEqual(attributes, attributesFor(sending, user));
  const findings: AppFinding[] = isOmitted ? [{ code: 'unverifiedOmitted', outcome: 'matters' }] : [];
  try {
    const sp = await loadServiceProvider(ctx, app);
    const subject = { session: { id: session?.id ?? '' }, user };
    const name = await nameIdOf(ctx, sp, '', subject);
    if (!name) {
      const isUnverified = await nameIdOf(ctx, { ...sp, settings: sending }, '', subject);
      const code = isUnverified ? 'unverifiedName' : 'noNameId';
      return { ...nothing, attributes, findings: [{ code, outcome: 'blocks' }, ...findings] };
    }
    const nameId = { value: name.value, format: name.format };
    // A name for one session is known only once the user has signed in.
    if (!session && nameId.format === transientFormat) nameId.value = '';
    return { ...nothing, nameId, attributes, findings };
  } catch (error) {
    if (!(error instanceof SamlError)) throw error;
    return {
      ...nothing,
      attributes,
      findings: [{ code: 'noMetadata', outcome: 'blocks', detail: error.reason }],
    };
  }
}
