import type { ProfileRow, WidgetPages } from './page.ts';

/** The page of `@descope/tenant-profile-widget` 0.9.2. */
export const tenantProfile: WidgetPages = {
  root: ({ tenantPage: { navigation, roles, domains, sso, none }, widgets: { edit, enforceSso } }) => ({
    kind: 'profile',
    rows: [
      { row: 'heading', text: navigation },
      value('tenant-name-edit', roles.name, 'tenant-profile-name'),
      value('tenant-email-domains-edit', domains.title, 'tenant-profile-domains'),
      { row: 'heading', text: sso.title },
      { row: 'link', id: 'tenant-admin-link-sso', text: sso.setUp },
      value('tenant-enforce-sso-edit', enforceSso, 'tenant-profile-enforce-sso'),
    ].map((row) => ({ none, edit, ...row }) as ProfileRow),
  }),
};

function value(id: string, label: string, flow: string) {
  return { row: 'value', id, label, flow } as const;
}
