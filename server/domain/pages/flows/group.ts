import type { ServiceContext } from '../../../core/context.ts';
import { group } from '../../group.ts';
import { flowEndpoints } from './endpoints.ts';
import { answerLifetimeMs, sealedAnswers, sealedStates } from './run/execution.ts';
import { deleteExpired } from './store.ts';

export const pageFlows = group({
  name: 'pages/flows',
  tables: { flowExecutions: { stays: 'lives for two days' } },
  endpoints: flowEndpoints,
  sweep: ({ db, now }: ServiceContext) => deleteExpired(db, now(), now() - answerLifetimeMs),
  sealed: [sealedStates, sealedAnswers],
});
