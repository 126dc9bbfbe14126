import { endpoint } from '../../../../http/endpoint.ts';
import { t } from '../../../../http/schema.ts';
import { etagOf } from '../documents/etag.ts';
import { requireFlow } from '../documents/export-flow.ts';
import { flowIdInput } from '../documents/wire.ts';
import { importLayout } from './import-layout.ts';
import { layoutInput } from './wire.ts';
import { writeLayout } from './write-layout.ts';

const layout = t.any({
  description: '`{flowId, metadata, contents{startTask, tasks}, screens, references}`',
});

export const layoutEndpoints = [
  endpoint({
    name: 'management.flow.exportV2',
    method: 'POST',
    path: '/v2/mgmt/flow/export',
    summary: 'Export a flow as tasks',
    description: 'The same flow as `/v1/mgmt/flow/export` returns, in the layout of the public Go SDK.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ flowId: flowIdInput }),
    output: t.object({ flow: layout }),
    errors: ['E102001'],
    client: { parameters: ['flowId'], returns: 'flow' },
    async handle(ctx, { flowId }) {
      const flow = await requireFlow(ctx, flowId);
      return { flow: writeLayout(flow, etagOf(ctx.project.id, flow)) };
    },
  }),
  endpoint({
    name: 'management.flow.importV2',
    method: 'POST',
    path: '/v2/mgmt/flow/import',
    summary: 'Import a flow as tasks',
    description:
      'Takes a flow of `/v2/mgmt/flow/export`. Of a flow that Descope’s console has exported, it takes the ways to sign in, their order, and ' +
      'the titles and buttons that have a place here. An action, a condition or an element that is not supported fails with E011004, which names it.',
    auth: 'management',
    input: t.object({ flow: layoutInput }),
    output: t.object({
      flow: layout,
      notes: t.list(t.text(), { description: 'The parts of the flow that have no effect here' }),
    }),
    errors: ['E011004', 'E011012'],
    bodyLimitBytes: 2 * 1024 * 1024,
    client: { parameters: ['flow'] },
    async handle(ctx, { flow: given }) {
      const { flow, notes } = await importLayout(ctx, {
        references: {},
        ...given,
        screens: given.screens ?? [],
      } as never);
      return { flow: writeLayout(flow, etagOf(ctx.project.id, flow)), notes };
    },
  }),
];
