import { attributeFlowId } from './attribute-flow-id.ts';
import type { FlowDefinition, Interaction } from './flow.ts';

const close: Interaction = { does: 'close', to: ['done'] };
const verifyDomain: Interaction = { does: 'verifyDomain', to: ['done'] };

/** The flows of the tenant profile widget. `options.tenant` names the tenant, and the user must administer it. */
export const tenantProfileFlows: readonly FlowDefinition[] = [
  {
    id: 'tenant-profile-name',
    name: 'Rename the organization',
    description: 'Lets an administrator of a tenant change its name.',
    version: 1,
    session: 'tenant',
    start: 'tenant-profile-name',
    screens: { 'tenant-profile-name': { save: { does: 'renameTenant', to: ['done'] } } },
  },
  {
    id: 'tenant-profile-domains',
    name: 'Add a domain',
    description: 'Lets an administrator of a tenant claim a domain, and prove it by a DNS record.',
    version: 1,
    session: 'tenant',
    start: 'tenant-profile-domains',
    screens: {
      'tenant-profile-domains': { continue: { does: 'claimDomain', to: ['tenant-profile-domain-record'] } },
      'tenant-profile-domain-record': {
        continue: verifyDomain,
        later: { does: 'leaveDomain', to: ['done'] },
        back: { does: 'goBack', to: ['tenant-profile-domains'] },
      },
    },
  },
  {
    id: 'tenant-profile-enforce-sso',
    name: 'Require single sign-on',
    description: 'Says who can change whether members must use single sign-on.',
    version: 2,
    session: 'tenant',
    start: 'tenant-profile-enforce-sso',
    screens: { 'tenant-profile-enforce-sso': { continue: close } },
  },
  {
    id: 'tenant-profile-password-policy',
    name: 'Password policy',
    description: 'Shows the rules for passwords of the tenant’s members, and who can change them.',
    version: 1,
    session: 'tenant',
    start: 'tenant-profile-password-policy',
    asksFirst: true,
    shows: 'passwordPolicy',
    screens: { 'tenant-profile-password-policy': { continue: close } },
  },
  {
    id: 'tenant-profile-session-settings',
    name: 'Session settings',
    description: 'Shows how long sessions of the tenant’s members last, and who can change it.',
    version: 1,
    session: 'tenant',
    start: 'tenant-profile-session-settings',
    asksFirst: true,
    shows: 'sessionSettings',
    screens: { 'tenant-profile-session-settings': { continue: close } },
  },
];

/** Returns the flow that changes a custom attribute of the tenant. */
export function tenantAttributeFlow(attribute: string): FlowDefinition {
  return {
    id: attributeFlowId('tenant', attribute),
    name: 'Change an attribute of the organization',
    description:
      'Lets an administrator of a tenant change a custom attribute of it, if the project allows it.',
    version: 1,
    session: 'tenant',
    start: 'tenant-profile-attribute',
    attribute,
    screens: { 'tenant-profile-attribute': { save: { does: 'saveTenantAttribute', to: ['done'] } } },
  };
}
