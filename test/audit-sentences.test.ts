import { expect, test } from 'vitest';
import type { AuditEvent } from '../client/client.ts';
import { methodMessages, methodName } from '../console/components/events/methods.ts';
import { sentenceText } from '../console/components/events/sentences/compose-sentence.ts';
import { englishFailureCauses } from '../console/components/events/sentences/english-failures.ts';
import { fieldName } from '../console/components/events/sentences/fields.ts';
import { germanFailureCauses } from '../console/components/events/sentences/german-failures.ts';
import { refusalCauses } from '../server/core/refusal-causes.ts';
import { securityNoticeKinds } from '../server/core/security-notices.ts';
import { auditActions } from '../server/domain/project/audit/audit-actions.ts';
import { endpoints } from '../server/groups.ts';

const languages = ['en', 'de'] as const;

/** An event with everything that a sentence could name. */
function eventWith(action: string, changes: Partial<AuditEvent> = {}): AuditEvent {
  return {
    ID: 'A1',
    projectId: 'P1',
    action,
    type: 'info',
    occurred: '1767225600000',
    actorId: 'K1',
    actorType: 'managementKey',
    actingAs: '',
    userId: 'U1',
    externalIds: ['bob@example.com'],
    tenants: ['T1'],
    method: 'password',
    device: 'Desktop',
    geo: '',
    remoteAddress: '10.0.0.1',
    data: {
      id: 'R1',
      application: 'S1',
      provider: 'google',
      name: 'editor',
      url: 'https://example.com/hook',
      kind: 'invite',
      channel: 'email',
      locale: 'en',
      impersonatorId: 'U1',
    },
    names: { K1: 'CI', U1: 'Bob', T1: 'Acme', S1: 'Wiki' },
    ...changes,
  };
}

test.each(languages)('every event becomes a sentence without gaps or names of fields (%s)', (language) => {
  for (const action of auditActions) {
    const text = sentenceText(eventWith(action), language);
    expect(text, action).not.toMatch(/[{}]|undefined|\[object|^\s|\s$| {2}/);
    expect(text, action).not.toContain(action);
    expect(text, action).toMatch(/^[\p{Lu}“„]|^bob@example.com/u);
    // Nor does one that lacks everything else, as events of earlier versions may.
    const bare = sentenceText(
      eventWith(action, { data: {}, names: {}, externalIds: [], tenants: [], method: '' }),
      language,
    );
    expect(bare, action).not.toMatch(/[{}]|undefined|\[object/);
    expect(bare, action).not.toBe('');
  }
});

test('every reason why a sign-in is refused has words in both languages', () => {
  expect([...englishFailureCauses].sort()).toEqual([...refusalCauses].sort());
  expect([...germanFailureCauses].sort()).toEqual([...refusalCauses].sort());
});

test('every way to sign in has a name in both languages', () => {
  const methods = endpoints.flatMap(({ signIn }) => (signIn ? [signIn] : []));
  expect(methods).toContain('webauthn');
  for (const method of [
    ...methods,
    'saml',
    'oidc',
    'embeddedlink',
    'invite',
    'mfa',
    'page',
    'recoveryCodes',
  ]) {
    for (const language of languages) expect(methodName(language, method), method).not.toBe(method);
  }
  expect(Object.keys(methodMessages.en.names)).toEqual(Object.keys(methodMessages.de.names));
  expect(Object.keys(methodMessages.en.how)).toEqual(Object.keys(methodMessages.de.how));
});

test('every kind of security notice has a name in both languages', () => {
  for (const language of languages) {
    const unknown = sentenceText(eventWith('SecurityNoticeAnswered', { data: { kind: '?' } }), language);
    for (const kind of securityNoticeKinds)
      expect(sentenceText(eventWith('SecurityNoticeAnswered', { data: { kind } }), language)).not.toBe(
        unknown,
      );
  }
});

test('every field of a user that the log names has a name in both languages', () => {
  for (const field of ['roleNames', 'hasTotp', 'oauthProviders', 'ssoProtocols', 'consentExpiresAt']) {
    for (const language of languages) expect(fieldName(field, language)).not.toBe(field);
  }
});
