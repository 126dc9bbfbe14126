import { endpoint } from '../../../../http/endpoint.ts';
import { type Static, t } from '../../../../http/schema.ts';
import { defaultConnectionId } from '../../../directory/tenants/tenant.ts';
import { findLastTest, type TestOutcome } from '../failures.ts';
import { findingCodes, findingLevels, type SaidFinding, sayFindings } from '../findings/finding.ts';
import { loadConnection } from '../load-connection.ts';
import { ssoId, tenantId } from './input.ts';

const text = (description: string) => t.text({ maxLength: 2_048, description });

const testSchema = t.object(
  {
    time: t.integer({ description: 'Milliseconds since 1970; 0: the connection has not been tested' }),
    succeeded: t.flag(),
    kind: text('A stable code for the reason of a failure, or empty'),
    reason: text('Why it failed, in English, or empty'),
    loginId: text('The tester’s login ID, as reported by the identity provider'),
    email: text('The email address, or empty'),
    name: text('The name, or empty'),
    groups: t.list(t.text()),
    roles: t.list(t.text(), {
      description: 'The roles that these groups would have granted, with the settings at that time',
    }),
    findings: t.list(
      t.object(
        {
          code: t.choice(findingCodes),
          level: t.choice([...findingLevels], {
            description: '`problem`: something must be changed; `notice`: worth knowing',
          }),
          sentence: text('What the test found and what to do, in the language of the request'),
        },
        { $id: 'SsoTestFinding' },
      ),
      { description: 'The most urgent first' },
    ),
  },
  { $id: 'SsoTest' },
);

const none = { kind: '', reason: '', loginId: '', email: '', name: '', groups: [], roles: [] };

export const ssoTestEndpoints = [
  endpoint({
    name: 'management.sso.loadLastTest',
    method: 'GET',
    path: '/v1/mgmt/sso/test',
    summary: 'Load the last test of an SSO connection',
    description:
      'Returns what the last test found, as sentences. Setting up another identity provider deletes it. A test ' +
      'does not sign in a user; start it on the setup page or in the console.',
    auth: 'management',
    role: 'auditor',
    input: t.object({
      tenantId,
      ssoId,
      language: t.optional(
        t.text({ maxLength: 35, description: 'The language of the sentences (BCP 47). Default: English' }),
      ),
    }),
    output: t.object({ test: testSchema }),
    errors: ['E111202', 'E111302'],
    client: { parameters: ['tenantId', 'ssoId', 'language'], returns: 'test' },
    async handle(ctx, { tenantId, ssoId = defaultConnectionId, language = '' }) {
      await loadConnection(ctx, tenantId, ssoId);
      const test = await findLastTest(ctx, tenantId, ssoId);
      const { find, english } = ctx.languages;
      const findings = sayFindings(find(language) ?? english, test?.outcome.findings ?? []);
      return { test: { time: test?.testedAt ?? 0, ...outcomeToWire(test?.outcome, findings) } };
    },
  }),
];

function outcomeToWire(
  outcome: TestOutcome | undefined,
  findings: SaidFinding[],
): Omit<Static<typeof testSchema>, 'time'> {
  if (!outcome) return { ...none, succeeded: false, findings };
  if (!outcome.succeeded) {
    const { kind, reason } = outcome;
    return { ...none, succeeded: false, kind, reason, findings };
  }
  const { loginId, email, name, groups, roles } = outcome;
  return { ...none, succeeded: true, loginId, email, name, groups, roles, findings };
}
