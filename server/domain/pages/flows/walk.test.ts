import { afterAll, beforeAll, expect, test } from 'vitest';
import { arrangements } from '../../../../test/flow-walk/arrangements.ts';
import { impossible } from '../../../../test/flow-walk/impossible.ts';
import { connectSites } from '../../../../test/flow-walk/other-sites.ts';
import { peopleOf } from '../../../../test/flow-walk/people.ts';
import type { Place } from '../../../../test/flow-walk/run.ts';
import { declaredIn, explore, type Ledger, transitionsOf } from '../../../../test/flow-walk/walk.ts';
import { startFlows } from '../../../../test/flows.ts';
import { setPolicy } from '../../../../test/sign-in-policy.ts';
import { signInMethods } from '../../../core/hosted-pages.ts';
import type { FlowDefinition } from './definitions/flow.ts';
import { flows as definitions } from './definitions/flows.ts';

let flows: Awaited<ReturnType<typeof startFlows>>;
let place: Place;
const screens = new Map<string, Place['screens']>();
beforeAll(async () => {
  flows = await startFlows();
  const { latchkey } = flows;
  await flows.configure({ passkeyDomain: 'example.com' });
  const sites = await connectSites(latchkey);
  place = { latchkey, people: peopleOf(latchkey), sites, screens: new Map() };
});
afterAll(() => flows.latchkey.close());

/** Returns the screens that were fetched under the same settings. */
function screensUnder(settings: string): Place['screens'] {
  const known = screens.get(settings) ?? new Map();
  screens.set(settings, known);
  return known;
}

/** The flows of profiles, which are not walked: their ways are those of one change each. */
const profiles: Partial<Record<NonNullable<FlowDefinition['session']>, string>> = {
  account: 'user-profile.test.ts takes the ways of these',
  tenant: 'tenant-profile.test.ts takes the ways of these',
};
const walked = [...definitions.values()].filter(({ session }) => !session || !profiles[session]);

/** The flow whose screens the other sign-ins share. They are walked through there. */
const whole = definitions.get('sign-up-or-in');
/** The interactions that were tried with a mistake, and those that were sent twice. Once is enough for all flows. */
const mistaken = new Set<string>();
const repeated = new Set<string>();

test.each(impossible)('something that flows declare is impossible: $why', ({ is }) => {
  expect(walked.flatMap(declaredIn).some(is)).toBe(true);
});

test.each(walked)('every path of $id can be taken', async (flow) => {
  const ledger: Ledger = {
    open: new Set(transitionsOf(flow, flow === whole || flow.session ? undefined : whole)),
    mistaken,
    repeated,
  };
  for (const arrangement of arrangements.filter(({ flows }) => flows.includes(flow.id))) {
    if (ledger.open.size === 0) break;
    const { methods = signInMethods, hostedPages = {}, projectPolicy } = arrangement;
    const settings = {
      signUp: true,
      signUpProvesAddress: true,
      offerPasskeys: false,
      ...hostedPages,
      signInMethods: methods,
    };
    await flows.configure({ hostedPages: settings });
    place.screens = screensUnder(JSON.stringify(settings));
    if (projectPolicy) await setPolicy(flows.latchkey, { when: 'always', methods: projectPolicy });
    try {
      await explore(place, { flow, arrangement, ledger });
    } finally {
      if (projectPolicy) await setPolicy(flows.latchkey, { when: 'never' });
    }
  }
  expect([...ledger.open], 'transitions that no arrangement takes').toEqual([]);
});
