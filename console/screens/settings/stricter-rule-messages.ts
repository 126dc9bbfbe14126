import { defineMessages } from '../../i18n/languages.ts';

const users = (count: number) => (count === 1 ? '1 user' : `${count} users`);
const keys = (count: number) => (count === 1 ? '1 access key' : `${count} access keys`);
const benutzer = (count: number) => (count === 1 ? '1 Benutzer' : `${count} Benutzer`);
const zugriffsschluessel = (count: number) => (count === 1 ? '1 Schlüssel' : `${count} Schlüssel`);

export const stricterRuleMessages = defineMessages(
  {
    title: 'Stricter rules',
    lead: 'Some rules became stricter in this release. Here you see whom they concern in this project.',
    none: 'They concern nobody in this project.',
    rules: {
      disabledTenantMembers: (count: number) =>
        `${users(count)} can no longer use a disabled tenant to which they belong. Enable the tenant if they need it.`,
      disabledTenantKeys: (count: number) =>
        `${keys(count)} can no longer use a disabled tenant. Enable the tenant if they need it.`,
      inheritedPolicies: (count: number) =>
        `${users(count)} inherit a role in a sub-tenant. The sign-in policy of that tenant now applies to them, too.`,
      foreignProviders: (count: number) =>
        `${users(count)} sign in through another tenant’s identity provider. It no longer satisfies the sign-in policy of their tenant.`,
    },
  },
  {
    title: 'Strengere Regeln',
    lead: 'Einige Regeln sind in dieser Version strenger geworden. Hier steht, wen sie in diesem Projekt betreffen.',
    none: 'Sie betreffen in diesem Projekt niemanden.',
    rules: {
      disabledTenantMembers: (count) =>
        `${benutzer(count)}: Ein abgeschalteter Mandant, zu dem sie gehören, steht ihnen nicht mehr offen. Schalten Sie ihn ein, wenn sie ihn brauchen.`,
      disabledTenantKeys: (count) =>
        `${zugriffsschluessel(count)}: Ein abgeschalteter Mandant steht ihnen nicht mehr offen. Schalten Sie ihn ein, wenn sie ihn brauchen.`,
      inheritedPolicies: (count) =>
        `${benutzer(count)} erben eine Rolle in einem untergeordneten Mandanten. Dessen Anmelderegeln gelten jetzt auch für sie.`,
      foreignProviders: (count) =>
        `${benutzer(count)} melden sich beim Identitätsanbieter eines anderen Mandanten an. Der genügt den Anmelderegeln ihres Mandanten nicht mehr.`,
    },
  },
);
