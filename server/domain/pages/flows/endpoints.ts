import { endpoint } from '../../../http/endpoint.ts';
import type { FindEndpoint } from '../tenant/call.ts';
import { documentEndpoints } from './documents/endpoints.ts';
import { layoutEndpoints } from './layout/endpoints.ts';
import { nextFlow } from './run/next-flow.ts';
import { startFlow } from './run/start-flow.ts';
import { flowOutput, nextInput, startInput } from './wire.ts';

const nonceHeader = { nonce: 'x-descope-flow-nonce' };

export const flowEndpoints = (find: FindEndpoint) => [
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
    errors: ['E011004', 'E011012', 'E102001', 'E103205', 'E501001'],
    handle: (ctx, { flowId, options = {}, interactionId = '', flowVersions = {}, input = {} }) =>
      startFlow({ ...ctx, find }, { flowId, options, interactionId, input, version: flowVersions[flowId] }),
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
      nextFlow({ ...ctx, find }, { executionId, stepId, interactionId, input }),
  }),
  ...documentEndpoints,
  ...layoutEndpoints,
];
