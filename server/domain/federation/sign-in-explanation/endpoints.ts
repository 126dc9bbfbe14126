import { signInMethods } from '../../../core/hosted-pages.ts';
import { type ConsoleLanguage, consoleLanguage } from '../../../core/languages/console-language.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { type Static, t } from '../../../http/schema.ts';
import { type Explanation, explainSignIn } from './explain.ts';
import { type Finding, findingCodes } from './finding.ts';
import { explainAttempt, explainFinding } from './texts.ts';

const explained = {
  sentence: t.text({ maxLength: 2_048 }),
  remedy: t.text({ description: 'What an administrator can do about it, or empty' }),
};

const moment = (description: string) =>
  t.integer({ description: `${description}: milliseconds since 1970, or 0` });

const finding = t.object(
  {
    code: t.choice([...findingCodes]),
    outcome: t.choice(['fine', 'matters', 'blocks'], {
      description: '`blocks`: no sign-in is possible, or none by this method',
    }),
    ...explained,
    since: moment('Since when'),
    until: moment('Until when'),
    actorType: t.text({ description: 'Who caused it, as in the audit log, or empty' }),
    actorId: t.text(),
    tenant: t.text({ description: 'The name of a tenant, or empty' }),
    domain: t.text(),
    detail: t.text({ description: 'What the sign-in policy requires or says, or empty' }),
  },
  { $id: 'SignInFinding' },
);

const output = t.object({
  exists: t.flag({ description: 'Exactly one user has this login ID, verified address or user ID' }),
  canSignIn: t.flag({ description: 'At least one method would succeed, possibly with a second factor' }),
  userId: t.text({ description: 'Empty if the user does not exist' }),
  status: t.text({ description: '`enabled`, `disabled`, `invited`, or empty' }),
  verifiedEmail: t.flag(),
  verifiedPhone: t.flag(),
  hasPassword: t.flag(),
  hasTotp: t.flag(),
  hasPasskey: t.flag(),
  findings: t.list(finding),
  methods: t.list(
    t.object({
      method: t.choice([...signInMethods]),
      offered: t.flag({ description: 'The project’s hosted pages offer it' }),
      possible: t.flag({ description: 'It would succeed now, possibly with a second factor' }),
      findings: t.list(finding),
    }),
  ),
  attempts: t.list(
    t.object({
      eventId: t.text({ description: 'The ID in the audit log' }),
      occurred: moment('When'),
      succeeded: t.flag(),
      method: t.text(),
      cause: t.text({ description: 'A stable reason; empty if it succeeded' }),
      ...explained,
      count: t.integer({ description: 'The number of refusals that the event represents' }),
      remoteAddress: t.text(),
      requestId: t.text(),
    }),
    { description: 'The last ten, newest first' },
  ),
});

export const explanationEndpoints = [
  endpoint({
    name: 'management.user.explain',
    method: 'GET',
    path: '/v1/mgmt/user/explain',
    summary: 'Explain whether a user can sign in now, and how the last sign-ins went',
    description:
      'If no user has the login ID, the response says so and lists the failed sign-ins with it. The audit log ' +
      'stores only an HMAC of such login IDs. `tenant` and `domain` are set in findings about them.',
    auth: 'management',
    role: 'auditor',
    forAdministrators: true,
    input: t.object({
      loginId: t.text({
        minLength: 1,
        maxLength: 1_024,
        aliases: ['identifier'],
        description: 'A login ID, a verified address, or a user ID',
      }),
      locale: t.reference({ description: 'The language of the sentences: `en` (default) or `de`' }),
    }),
    output,
    errors: [],
    client: { parameters: ['loginId', 'locale'] },
    handle: async (ctx, { loginId, locale }) =>
      toWire(await explainSignIn(ctx, loginId), consoleLanguage(locale)),
  }),
];

function toWire(
  { user, canSignIn, findings, methods, attempts }: Explanation,
  language: ConsoleLanguage,
): Static<typeof output> {
  return {
    exists: user !== undefined,
    canSignIn,
    userId: user?.id ?? '',
    status: user?.status ?? '',
    verifiedEmail: user?.verifiedEmail ?? false,
    verifiedPhone: user?.verifiedPhone ?? false,
    hasPassword: user?.hasPassword ?? false,
    hasTotp: user?.hasTotp ?? false,
    hasPasskey: user?.hasPasskey ?? false,
    findings: findings.map((one) => findingToWire(one, language)),
    methods: methods.map(({ method, isOffered, findings: own }) => ({
      method,
      offered: isOffered,
      possible: [...findings, ...own].every(({ outcome }) => outcome !== 'blocks'),
      findings: own.map((one) => findingToWire(one, language)),
    })),
    attempts: attempts.map((attempt) => {
      const { occurredAt: occurred, reason: _, ...fields } = attempt;
      return { ...fields, occurred, ...explainAttempt(language, attempt) };
    }),
  };
}

function findingToWire(one: Finding, language: ConsoleLanguage): Static<typeof finding> {
  const { code, outcome, since = 0, until = 0, by, tenant = '', domain = '', detail = '' } = one;
  return {
    code,
    outcome,
    since,
    until,
    tenant,
    domain,
    detail,
    ...explainFinding(language, one),
    actorType: by?.type ?? '',
    actorId: by?.id ?? '',
  };
}
