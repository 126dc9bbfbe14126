import { ServiceError } from '../../../../core/errors.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject, t } from '../../../../http/schema.ts';
import { attributeInFlow } from '../definitions/attribute-flow-id.ts';
import { flows as builtIn } from '../definitions/flows.ts';
import { deleteFlows } from './delete-flows.ts';
import { exportFlow, requireFlow, requireUnedited } from './export-flow.ts';
import { importFlow } from './import-flow.ts';
import { listProjectFlows, readFlows } from './load-flows.ts';
import { flowExportOutput, flowIdInput, flowImportInput } from './wire.ts';

/** A flow with texts in several languages is longer than other requests. */
const bodyLimitBytes = 1024 * 1024;

const listedFlow = t.object({
  id: t.text(),
  name: t.text(),
  description: t.text(),
  disabled: t.flag({ description: 'The flow cannot be started' }),
  builtIn: t.flag({ description: 'Latchkey has this flow. Deleting it only takes changes back' }),
  changed: t.flag({ description: 'The project has changed the built-in flow, or added its own' }),
});

export const documentEndpoints = [
  endpoint({
    name: 'management.flow.list',
    method: 'POST',
    path: '/v1/mgmt/flow/list',
    summary: 'List the flows',
    description:
      'The built-in flows, those that the project has added, and one for each custom attribute that users may change. `config.json` names ' +
      'the ones that are not disabled.',
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: t.object({ flows: t.list(listedFlow), total: t.integer() }),
    errors: [],
    client: { parameters: [], returns: 'flows' },
    async handle(ctx) {
      const all = await listProjectFlows(ctx, readFlows);
      const flows = all.map(({ id, name, description, isDisabled, isChanged }) => ({
        id,
        name,
        description,
        disabled: isDisabled,
        builtIn: builtIn.has(id) || attributeInFlow(id) !== undefined,
        changed: isChanged,
      }));
      return { flows, total: flows.length };
    },
  }),
  endpoint({
    name: 'management.flow.export',
    method: 'POST',
    path: '/v1/mgmt/flow/export',
    summary: 'Export a flow',
    description:
      '`dsl` is the whole flow. `screens` describes what it shows, in the language of the project, and decides nothing.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ flowId: flowIdInput }),
    output: flowExportOutput,
    errors: ['E102001'],
    client: { parameters: ['flowId'] },
    handle: async (ctx, { flowId }) => exportFlow(ctx, await requireFlow(ctx, flowId)),
  }),
  endpoint({
    name: 'management.flow.import',
    method: 'POST',
    path: '/v1/mgmt/flow/import',
    summary: 'Change a flow, or add one',
    description:
      'A flow can leave out what a person chooses, and choose ways to sign in, texts and the first screen. It cannot leave out what ' +
      'its policy can require. Under a new ID, it becomes a flow beside the built-in ones.',
    auth: 'management',
    input: flowImportInput,
    output: flowExportOutput,
    errors: ['E011004', 'E011012'],
    bodyLimitBytes,
    client: { parameters: ['flowId', 'flow', 'screens'] },
    async handle(ctx, { flowId, flow, screens = [] }) {
      const { id = flowId, name, description, dsl, disabled, etag } = flow;
      if (id !== flowId)
        throw new ServiceError('E011004', 'flow.id must be the same as flowId. Leave it out, or change it');
      requireUnedited(screens);
      return exportFlow(
        ctx,
        await importFlow(ctx, flowId, { name, description, disabled, document: dsl, etag }),
      );
    },
  }),
  endpoint({
    name: 'management.flow.delete',
    method: 'POST',
    path: '/v1/mgmt/flow/delete',
    summary: 'Delete flows',
    description:
      'Deletes all of them, or none if one cannot be deleted. A changed built-in flow goes back to the original. Executions of a deleted flow ' +
      'end with the next request.',
    auth: 'management',
    input: t.object({ ids: t.list(flowIdInput, { minItems: 1, maxItems: 100 }) }),
    output: emptyObject,
    errors: ['E011004', 'E102001'],
    client: { parameters: ['ids'], returnsNothing: true },
    async handle(ctx, { ids }) {
      await deleteFlows(ctx, ids);
      return {};
    },
  }),
];
