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

const scope = t.reference({ description: `What an OIDC application asks for. Default: \`${defaultScope}\`` });

const explained = {
  sentence: t.text({ maxLength: 2_048 }),
  remedy: t.text({ description: 'What an administrator can do, or empty' }),
};

const preview = t.object({
  allowed: t.flag({ description: 'A sign-in would succeed now, perhaps with a second factor' }),
  userId: t.text({ description: 'Empty if there is no such user' }),
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
      'OIDC: the claims about the user in the ID token and at userinfo. Those of the sign-in itself (`auth_time`, `acr`, `amr`, `sid`, custom claims) are not known before it',
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
          description: 'What exactly was refused, as it was recorded, or empty',
          maxLength: 2_048,
        }),
        count: t.integer({ description: 'The number of refusals that the event stands for' }),
        remoteAddress: t.text({ description: 'Of the browser, or of the application for its own requests' }),
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
    summary: 'Preview what an SSO application would get about a user, and whether it would',
    description: 'Nobody is signed in, and the application notices nothing.',
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
    summary: 'Begin a sign-in that shows what an SSO application would get',
    description:
      'Whoever opens the address within ten minutes signs in, and reads what the application would get about them. The application gets nothing.',
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
      'Also logouts of which the application could not be notified. Events of releases before this endpoint are in the audit log only.',
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
