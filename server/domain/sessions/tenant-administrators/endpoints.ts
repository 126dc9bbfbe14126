import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';

const componentsState = t.object({ componentsState: t.map(t.any()) });

export const tenantAdministratorEndpoints = [
  endpoint({
    name: 'management.widget.loadComponentsState',
    method: 'GET',
    path: '/v1/mgmt/widget/components-state',
    summary: 'Load the state of the components of a widget',
    description:
      'The public widgets read it before they show anything. It is always empty, so they show all components: what a user may not do, the ' +
      'server refuses at each call.',
    auth: 'management',
    role: 'auditor',
    takesImpersonated: true,
    input: emptyObject,
    output: componentsState,
    errors: [],
    client: { returns: 'componentsState' },
    forSignedInUsers: {
      description: 'Every signed-in user can read it. The widgets do not say for which tenant they ask.',
      output: componentsState,
      handle: async () => ({ componentsState: {} }),
    },
    handle: async () => ({ componentsState: {} }),
  }),
];
