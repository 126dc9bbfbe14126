import type { ServiceContext } from '../../../core/context.ts';
import { group } from '../../group.ts';
import type { FindEndpoint } from '../tenant/call.ts';
import { flowsPart } from './documents/snapshot-part.ts';
import { flowEndpoints } from './endpoints.ts';
import { answerLifetimeMs, sealedAnswers, sealedStates } from './run/execution.ts';
import { deleteExpired } from './store.ts';

/** Flows of a tenant's profile call endpoints of other groups by their names, as an administrator of the tenant. */
export const pageFlows = (find: FindEndpoint) =>
  group({
    name: 'pages/flows',
    tables: { flowExecutions: { stays: 'lives for two days' }, flows: { key: 'id' } },
    endpoints: flowEndpoints(find),
    sweep: ({ db, now }: ServiceContext) => deleteExpired(db, now(), now() - answerLifetimeMs),
    sealed: [sealedStates, sealedAnswers],
    snapshot: [flowsPart],
  });
