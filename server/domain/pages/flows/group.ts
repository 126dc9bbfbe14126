import type { ServiceContext } from '../../../core/context.ts';
import { group } from '../../group.ts';
import { flowsPart } from './documents/snapshot-part.ts';
import { flowEndpoints } from './endpoints.ts';
import { answerLifetimeMs, sealedAnswers, sealedStates } from './run/execution.ts';
import { deleteExpired } from './store.ts';

export const pageFlows = group({
  name: 'pages/flows',
  tables: { flowExecutions: { stays: 'lives for two days' }, flows: { key: 'id' } },
  endpoints: flowEndpoints,
  sweep: ({ db, now }: ServiceContext) => deleteExpired(db, now(), now() - answerLifetimeMs),
  sealed: [sealedStates, sealedAnswers],
  snapshot: [flowsPart],
});
