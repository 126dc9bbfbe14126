import { attributeInFlow } from './attribute-flow-id.ts';
import { checkFlow } from './check-flow.ts';
import type { FlowDefinition } from './flow.ts';
import { attributeFlow, userProfileFlows } from './profile-flows.ts';
import { factorScreens, identifying, otherFactors, screensAfter, signingUp } from './shared-screens.ts';
import { tenantAttributeFlow, tenantProfileFlows } from './tenant-flows.ts';

const signUpOrIn: FlowDefinition = {
  id: 'sign-up-or-in',
  name: 'Sign up or in',
  description: 'Signs in, and signs up people without an account if the project allows it.',
  version: 1,
  start: 'sign-up-or-in',
  canStartAt: ['create-account'],
  screens: {
    'sign-up-or-in': { ...identifying, createAccount: { does: 'beginSignUp', to: ['create-account'] } },
    'create-account': { ...signingUp, back: { does: 'goBack', to: ['sign-up-or-in'] } },
    ...screensAfter({ start: 'sign-up-or-in', signsIn: true, signsUp: true }),
  },
};

const signIn: FlowDefinition = {
  id: 'sign-in',
  name: 'Sign in',
  description: 'Signs in people who have an account.',
  version: 1,
  start: 'sign-in',
  screens: { 'sign-in': identifying, ...screensAfter({ start: 'sign-in', signsIn: true, signsUp: false }) },
};

const signUp: FlowDefinition = {
  id: 'sign-up',
  name: 'Sign up',
  description: 'Creates an account. A person who has one already, and proves the address, is signed in.',
  version: 1,
  start: 'sign-up',
  screens: { 'sign-up': signingUp, ...screensAfter({ start: 'sign-up', signsIn: false, signsUp: true }) },
};

const stepUp: FlowDefinition = {
  id: 'step-up',
  name: 'Confirm that it’s you',
  description: 'Lets a signed-in user prove again who they are. The new session has the claim su.',
  version: 1,
  start: 'unavailable',
  asksFirst: true,
  startsAt: ['second-factor', 'second-factor-passkey', 'second-factor-password', 'step-up'],
  session: 'raised',
  screens: { 'step-up': otherFactors, ...factorScreens() },
};

const all = [signUpOrIn, signIn, signUp, stepUp, ...userProfileFlows, ...tenantProfileFlows];
for (const flow of [...all, attributeFlow('name'), tenantAttributeFlow('name')]) checkFlow(flow);

/** The built-in flows, by their ID. */
export const flows: ReadonlyMap<string, FlowDefinition> = new Map(all.map((flow) => [flow.id, flow]));

/** Returns the flow of a custom attribute. Whether anybody may change the attribute is asked at each interaction. */
export function attributeFlowOf(id: string): FlowDefinition | undefined {
  const attribute = attributeInFlow(id);
  if (!attribute) return undefined;
  return attribute.owner === 'user' ? attributeFlow(attribute.name) : tenantAttributeFlow(attribute.name);
}
