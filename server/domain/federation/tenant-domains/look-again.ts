import type { ServiceContext } from '../../../core/context.ts';
import { fewAtOnce } from '../../../core/few-at-once.ts';
import { enterAsSweeper } from '../../project/projects/enter-project.ts';
import { claimLook, listDueClaims } from './store.ts';
import { type Claim, nextLook } from './tenant-domain.ts';
import { lookAt } from './verify-domain.ts';

/** The looks of one round of one instance, and how many of them run at once. */
const batchSize = 50;
const atOnce = 5;

/** Looks at the proofs that are due, each once a day for all instances. One that an instance does not finish is due again in an hour. */
export async function lookAtDueDomains(service: ServiceContext): Promise<void> {
  const due = await listDueClaims(service.db, service.now(), batchSize);
  await fewAtOnce(due, { atOnce, signal: service.stopping }, (claim) =>
    lookAtDue(service, claim).catch((error: unknown) => {
      service.log.warn({ err: error }, 'looking at the proof of a domain failed');
    }),
  );
}

async function lookAtDue(service: ServiceContext, claim: Claim): Promise<void> {
  if (!(await claimLook(service.db, claim, nextLook(service.now(), 'failed')))) return;
  const ctx = await enterAsSweeper(service, claim.projectId);
  if (ctx) await lookAt(ctx, claim);
}
