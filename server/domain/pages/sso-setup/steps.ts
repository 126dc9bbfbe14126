import type { Connection } from '../../federation/sso/connection.ts';
import { offersDirectory } from '../../federation/sso-setup-links/directory-token.ts';
import type { OpenSetup } from '../../federation/sso-setup-links/setup-link.ts';

export const stepIds = ['provider', 'connect', 'test', 'domains', 'mapping', 'directory'] as const;

export type StepId = (typeof stepIds)[number];

export interface SetupStep {
  id: StepId;
  isDone: boolean;
  /** Users can sign in without it. */
  isOptional: boolean;
}

/** Lists the steps that the page offers for the connection, with what is done already. */
export function stepsOf(setup: OpenSetup): SetupStep[] {
  const { connection, domains, tenant, testSucceededAt } = setup.loaded;
  const { disabledFeatures } = tenant.settings.ssoSetupSuite;
  const isSetUp = connection.protocol !== 'none';
  const isDone: Record<StepId, boolean> = {
    provider: isSetUp || connection.settings.extra.providerID !== undefined,
    connect: isSetUp,
    test: testSucceededAt > 0,
    domains: domains.length > 0,
    mapping: isMapped(connection),
    directory: false,
  };
  const isOffered = (id: StepId) =>
    (id !== 'domains' || !disabledFeatures.ssoDomains) && (id !== 'directory' || offersDirectory(setup));
  return stepIds
    .filter(isOffered)
    .map((id) => ({ id, isDone: isDone[id], isOptional: id === 'mapping' || id === 'directory' }));
}

function isMapped({ protocol, settings }: Connection): boolean {
  const { customAttributes: _, ...names } =
    protocol === 'oidc' ? settings.oidcAttributeMapping : settings.attributeMapping;
  return settings.roleMappings.length > 0 || Object.values(names).some((name) => name !== '');
}

/** Returns the step that a reader comes back to: the first that a sign-in needs and that is not done, or else the test. */
export function nextStep(steps: SetupStep[]): StepId {
  const open = steps.find(({ id, isDone }) => !isDone && ['provider', 'connect', 'test'].includes(id));
  return open?.id ?? 'test';
}

export function readStep(name: string): StepId | undefined {
  return stepIds.find((id) => id === name);
}
