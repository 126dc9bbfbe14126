import { afterAll, beforeAll, expect, test } from 'vitest';
import { allMethods, arrangements } from '../../../../test/flow-walk/arrangements.ts';
import { peopleOf } from '../../../../test/flow-walk/people.ts';
import type { Place } from '../../../../test/flow-walk/run.ts';
import { explore, type Ledger, transitionsOf } from '../../../../test/flow-walk/walk.ts';
import { startFlows } from '../../../../test/flows.ts';
import { connectTenant, createIdentityProvider } from '../../../../test/identity-provider.ts';
import { connectSimulator } from '../../../../test/oauth-browser.ts';
import { setPolicy } from '../../../../test/sign-in-policy.ts';
import { flows as definitions } from './definitions/flows.ts';

let flows: Awaited<ReturnType<typeof startFlows>>;
let place: Place;
beforeAll(async () => {
  flows = await startFlows();
  const { latchkey } = flows;
  await flows.configure({ passkeyDomain: 'example.com' });
  await connectSimulator(latchkey, 'corner', { title: 'Corner' });
  const idp = await createIdentityProvider(latchkey, 'https://idp.corp.example');
  await connectTenant(latchkey, 'corp', idp, {}, { domains: ['corp.example'] });
  place = { latchkey, people: peopleOf(latchkey), idp, screens: new Map() };
});
afterAll(() => flows.latchkey.close());

test.each([...definitions.keys()])('every path of %s can be taken', async (flowId) => {
  const flow = definitions.get(flowId);
  if (!flow) throw new Error(`there is no ${flowId}`);
  const ledger: Ledger = { open: new Set(transitionsOf(flow)), taken: new Set() };
  for (const arrangement of arrangements.filter(({ flows }) => flows.includes(flowId))) {
    if (ledger.open.size === 0) break;
    const { methods = allMethods, hostedPages = {}, projectPolicy } = arrangement;
    await flows.configure({
      hostedPages: {
        signUp: true,
        signUpProvesAddress: true,
        offerPasskeys: false,
        ...hostedPages,
        signInMethods: methods,
      },
    });
    if (projectPolicy) await setPolicy(flows.latchkey, { when: 'always', methods: projectPolicy });
    place.screens.clear();
    try {
      await explore(place, { flow, arrangement, ledger });
    } finally {
      if (projectPolicy) await setPolicy(flows.latchkey, { when: 'never' });
    }
  }
  expect([...ledger.open], 'transitions that no arrangement takes').toEqual([]);
});
