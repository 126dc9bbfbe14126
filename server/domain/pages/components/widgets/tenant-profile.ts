import { attributeFlowId } from '../../flows/definitions/attribute-flow-id.ts';
import type { ProfileRow, WidgetPages } from './page.ts';

/** The page of `@descope/tenant-profile-widget` 0.9.2. */
export const tenantProfile: WidgetPages = {
  root({ tenantPage, widgets, flows }, { tenantAttributes, hasPasswords }) {
    const { navigation, roles, domains, sso, none } = tenantPage;
    const { passwordPolicy, sessionSettings } = flows.tenantProfile;
    const value = (id: string, label: string, flow: string): ProfileRow => {
      return { row: 'value', id, label, flow, none, edit: widgets.edit };
    };
    // The widget has no value of these settings. The flow shows it.
    const shown = (id: string, label: string): ProfileRow => {
      return { row: 'method', id, label, add: { text: widgets.show, flow: `tenant-profile-${id}` } };
    };
    return {
      kind: 'profile',
      rows: [
        { row: 'heading', text: navigation },
        value('tenant-name-edit', roles.name, 'tenant-profile-name'),
        value('tenant-email-domains-edit', domains.title, 'tenant-profile-domains'),
        ...tenantAttributes.map((name) =>
          value(`customAttributes.${name}`, name, attributeFlowId('tenant', name)),
        ),
        ...(hasPasswords ? [shown('password-policy', passwordPolicy)] : []),
        shown('session-settings', sessionSettings),
        { row: 'heading', text: sso.title },
        { row: 'link', id: 'tenant-admin-link-sso', text: sso.setUp },
        value('tenant-enforce-sso-edit', widgets.enforceSso, 'tenant-profile-enforce-sso'),
      ],
    };
  },
};
