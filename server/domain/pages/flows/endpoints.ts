import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { flows } from './definitions/flows.ts';
import { nextFlow } from './run/next-flow.ts';
import { startFlow } from './run/start-flow.ts';
import { flowOutput, listedFlow, nextInput, startInput } from './wire.ts';

const nonceHeader = { nonce: 'x-descope-flow-nonce' };

export const flowEndpoints = [
  endpoint({
    name: 'flow.start',
    method: 'POST',
    path: '/v1/flow/start',
    summary: 'Start a flow',
    description:
      'For the web components of the public SDKs. The header X-Descope-Flow-Nonce of the response must come with the next ' +
      'request. Whatever a person can cause returns a screen that says so in `errorText`, rate limits included.',
    auth: 'optionalRefresh',
    countsItself: true,
    headerFields: nonceHeader,
    isOutsideClient: true,
    input: startInput,
    output: flowOutput,
    errors: ['E011004', 'E011012', 'E102001', 'E103205'],
    handle: (ctx, { flowId, options = {}, interactionId = '', input = {} }) =>
      startFlow(ctx, { flowId, options, interactionId, input }),
  }),
  endpoint({
    name: 'flow.next',
    method: 'POST',
    path: '/v1/flow/next',
    summary: 'Continue a flow',
    description:
      'The same request with the same nonce gets the same response again, for an hour. A nonce works for one request otherwise ' +
      '(E108201). A flow ends after two days (E103205).',
    auth: 'optionalRefresh',
    countsItself: true,
    headerFields: nonceHeader,
    isOutsideClient: true,
    input: nextInput,
    output: flowOutput,
    errors: ['E011012', 'E103205', 'E108201'],
    handle: (ctx, { executionId, stepId, interactionId, input = {} }) =>
      nextFlow(ctx, { executionId, stepId, interactionId, input }),
  }),
  endpoint({
    name: 'management.flow.list',
    method: 'POST',
    path: '/v1/mgmt/flow/list',
    summary: 'List the flows',
    description:
      'Every project has the same built-in flows. Their screens follow the settings of the hosted pages.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ flows: t.list(listedFlow), total: t.integer() }),
    errors: [],
    client: { parameters: [], returns: 'flows' },
    handle: async () => {
      const listed = [...flows.values()].map(({ id, name, description }) => ({
        id,
        name,
        description,
        disabled: false,
      }));
      return { flows: listed, total: listed.length };
    },
  }),
];
