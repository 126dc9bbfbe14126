import { type ConsoleLanguage, consoleLanguage } from '../../../core/languages/console-language.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { type Static, t } from '../../../http/schema.ts';
import { findingCodes } from '../../federation/sign-in-explanation/finding.ts';
import { explainFinding } from '../../federation/sign-in-explanation/texts.ts';
import { beginTest } from './begin-test.ts';
import { appFindingCodes } from './finding.ts';
import { type AppEvent, listSignIns } from './list-sign-ins.ts';
import { previewSignIn, type SignInPreview } from './preview-sign-in.ts';
import { explainAppEvent, explainAppFinding } from './texts.ts';

const id = t.text({ minLength: 1, maxLength: 64, description: 'The ID of the application' });

const locale = t.reference({ description: 'The language of the sentences: `en` (default) or `de`' });

const defaultScope = 'openid profile email';

const scope = t.reference({
  description: `The scopes that an OIDC application requests. Default: \`${defaultScope}\``,
});

const explained = {
  sentence: t.text({ maxLength: 2_048 }),
  remedy: t.text({ description: 'What an administrator can do about it, or empty' }),
};

const preview = t.object({
  allowed: t.flag({ description: 'True if a sign-in would succeed now, possibly with a second factor' }),
  userId: t.text({ description: 'Empty if the user does not exist' }),
  findings: t.list(
    t.object(
      {
        code: t.choice([...new Set([...findingCodes, ...appFindingCodes])]),
        outcome: t.choice(['fine', 'matters', 'blocks']),
        ...explained,
      },
      { $id: 'ApplicationSignInFinding' },
    ),
  ),
  claims: t.map(t.any(), {
    description:
      'OIDC: the claims about the user in the ID token and at userinfo. Claims about the sign-in itself ' +
      '(`auth_time`, `acr`, `amr`, `sid`, custom claims) are unknown before it',
  }),
  nameId: t.text({ description: 'SAML. Empty with the transient format: a new one for each session' }),
  nameIdFormat: t.text({ description: 'SAML' }),
  attributes: t.list(t.object({ name: t.text(), values: t.list(t.text()) }), { description: 'SAML' }),
});

const signIns = t.object({
  signIns: t.list(
    t.object(
      {
        eventId: t.text({ description: 'The ID in the audit log' }),
        occurred: t.integer({ description: 'Milliseconds since 1970' }),
        outcome: t.choice(['signedIn', 'refused', 'logoutFailed']),
        userId: t.text({ description: 'Empty if no user is known' }),
        loginId: t.text({ description: 'The first login ID of the user, or empty' }),
        ...explained,
        reason: t.text({
          description: 'The recorded details of the refusal, or empty',
          maxLength: 2_048,
        }),
        count: t.integer({ description: 'The number of refusals that the event represents' }),
        remoteAddress: t.text({
          description: 'The address of the browser, or of the application for its own requests',
        }),
        requestId: t.text(),
      },
      { $id: 'ApplicationSignIn' },
    ),
    { description: 'The last 50, newest first' },
  ),
});

export const applicationSignInEndpoints = [
  endpoint({
    name: 'management.ssoApplication.preview',
    method: 'GET',
    path: '/v1/mgmt/sso/idp/app/preview',
    summary: 'Preview a user’s sign-in to an SSO application and the data it would receive',
    description: 'Does not sign anyone in or contact the application.',
    auth: 'management',
    role: 'auditor',
    input: t.object({
      id,
      loginId: t.text({
        minLength: 1,
        maxLength: 1_024,
        aliases: ['identifier'],
        description: 'A login ID, a verified address, or a user ID',
      }),
      scope,
      locale,
    }),
    output: preview,
    errors: ['E111802'],
    client: { parameters: ['id', 'loginId', 'scope', 'locale'] },
    handle: async (ctx, { id, loginId, scope = defaultScope, locale }) =>
      previewToWire(await previewSignIn(ctx, { appId: id, loginId, scope }), consoleLanguage(locale)),
  }),
  endpoint({
    name: 'management.ssoApplication.testSignIn',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/test',
    summary: 'Start a test sign-in that shows what an SSO application would receive',
    description:
      'Open the returned URL within ten minutes and sign in. The page then shows what the application would ' +
      'receive about you. Nothing is sent to the application.',
    auth: 'management',
    input: t.object({ id, scope }),
    output: t.object({ url: t.text() }),
    errors: ['E111802'],
    client: { parameters: ['id', 'scope'], returns: 'url' },
    handle: async (ctx, { id, scope = defaultScope }) => ({
      url: await beginTest(ctx, { appId: id, scope }),
    }),
  }),
  endpoint({
    name: 'management.ssoApplication.listSignIns',
    method: 'GET',
    path: '/v1/mgmt/sso/idp/app/signins',
    summary: 'List the last sign-ins and refusals of an SSO application',
    description:
      'Includes logouts that could not be sent to the application. Events from releases before this endpoint ' +
      'are only in the audit log.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ id, locale }),
    output: signIns,
    errors: ['E111802'],
    client: { parameters: ['id', 'locale'], returns: 'signIns' },
    async handle(ctx, { id, locale }) {
      const language = consoleLanguage(locale);
      const events = await listSignIns(ctx, id);
      return { signIns: events.map((event) => eventToWire(event, language)) };
    },
  }),
];

function eventToWire(event: AppEvent, language: ConsoleLanguage) {
  const {
    occurredAt: occurred,
    cause: _c,
    kind: _k,
    method: _m,
    grant: _g,
    redirectUri: _r,
    ...fields
  } = event;
  return { ...fields, occurred, ...explainAppEvent(language, event) };
}

function previewToWire(
  { user, accountFindings, findings, claims, nameId, attributes }: SignInPreview,
  language: ConsoleLanguage,
): Static<typeof preview> {
  const all = [
    ...accountFindings.map((one) => ({ ...pick(one), ...explainFinding(language, one) })),
    ...findings.map((one) => ({ ...pick(one), ...explainAppFinding(language, one) })),
  ];
  return {
    allowed: all.every(({ outcome }) => outcome !== 'blocks'),
    userId: user?.id ?? '',
    findings: all,
    claims,
    nameId: nameId?.value ?? '',
    nameIdFormat: nameId?.format ?? '',
    attributes: attributes.map(([name, values]) => ({ name, values })),
  };
}

function pick<C, O>({ code, outcome }: { code: C; outcome: O }) {
  return { code, outcome };
}
