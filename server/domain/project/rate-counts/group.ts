import { group } from '../../group.ts';
import { deletePaidBackCounts } from './shared-counts.ts';

export const rateCounts = group({
  name: 'project/rate-counts',
  tables: { rateCounts: { stays: 'counts the requests to this instance' } },
  sweep: deletePaidBackCounts,
});
