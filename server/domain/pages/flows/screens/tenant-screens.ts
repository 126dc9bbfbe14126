import type { Part } from './elements.ts';
import type { Facts } from './facts.ts';
import { back, error, lead, link, main, text, title } from './parts.ts';

/** A screen that shows settings which only the application can change. */
function shown(titleOf: (words: Facts['flowWords']['tenantProfile']) => string): (facts: Facts) => Part[] {
  return ({ flowWords: { profile, tenantProfile }, words }) => [
    title(titleOf(tenantProfile)),
    lead,
    text(profile.ofApplication, 'hint'),
    error,
    main('continue', words.signUp.next),
  ];
}

/** The screens of the tenant profile widget. The widget fills in the fields of the first ones. */
export const tenantScreens = {
  'tenant-profile-name': ({ tenantWords: { roles, navigation }, save }) => [
    title(navigation),
    {
      part: 'field',
      name: 'tenantName',
      kind: 'text',
      label: roles.name,
      autocomplete: 'organization',
      maxLength: 255,
    },
    error,
    main('save', save),
  ],
  'tenant-profile-domains': ({ tenantWords: { domains }, words }) => [
    title(domains.title),
    text(domains.lead, 'lead'),
    {
      part: 'field',
      name: 'domain',
      kind: 'text',
      label: domains.domain,
      autocomplete: 'off',
      maxLength: 253,
    },
    error,
    main('continue', words.signUp.next),
  ],
  'tenant-profile-domain-record': (facts) => {
    const { domains } = facts.tenantWords;
    return [
      title(domains.title),
      text('{{domain.domain}}', 'domain'),
      text(domains.record, 'record'),
      text(`${domains.type}: {{domain.type}}`, 'recordType'),
      text(`${domains.name}: {{domain.name}}`, 'recordName'),
      text(`${domains.value}: {{domain.value}}`, 'recordValue'),
      error,
      main('continue', domains.verify),
      link('later', facts.words.enrol.later),
      back(facts),
    ];
  },
  'tenant-profile-enforce-sso': ({ tenantWords: { sso }, flowWords, words }) => [
    title(sso.title),
    text(flowWords.profile.ofApplication),
    error,
    main('continue', words.signUp.next),
  ],
  'tenant-profile-password-policy': shown((words) => words.passwordPolicy),
  'tenant-profile-session-settings': shown((words) => words.sessionSettings),
} satisfies Record<string, (facts: Facts) => Part[]>;
