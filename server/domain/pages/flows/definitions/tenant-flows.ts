import type { FlowDefinition, Interaction } from './flow.ts';

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
    version: 1,
    session: 'tenant',
    start: 'tenant-profile-enforce-sso',
    screens: { 'tenant-profile-enforce-sso': {} },
  },
];
