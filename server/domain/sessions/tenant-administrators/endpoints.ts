import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';

export const tenantAdministratorEndpoints = [
  endpoint({
    name: 'management.widget.loadComponentsState',
    method: 'GET',
    path: '/v1/mgmt/widget/components-state',
    summary: 'Load the state of the components of a widget',
    description:
      'The public widgets read it before they show anything. It is always empty, so they show all components.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ componentsState: t.map(t.any()) }),
    errors: [],
    client: { returns: 'componentsState' },
    handle: async () => ({ componentsState: {} }),
  }),
];
