import type { TenantConfigureSettingsInput, TenantSettings } from '../../../client/client.ts';
import type { timeUnits } from '../../../client/constants.ts';

export type Unit = (typeof timeUnits)[number];

export type Duration = { count: number; unit: Unit };

/** The settings as form values. */
export interface Values {
  enforceSSO: boolean;
  enforceSSOExclusions: string[];
  createsUsers: boolean;
  enabled: boolean;
  sessionToken: Duration;
  refreshToken: Duration;
  stepupToken: Duration;
  enableInactivity: boolean;
  inactivity: Duration;
  federatedAppIds: string[];
  offersSaml: boolean;
  offersOidc: boolean;
}

export function valuesOf(settings: TenantSettings): Values {
  const { enforceSSO, enforceSSOExclusions, enabled, enableInactivity, federatedAppIds } = settings;
  const { disabledFeatures } = settings.ssoSetupSuiteSettings;
  return {
    enforceSSO,
    enforceSSOExclusions,
    enabled,
    enableInactivity,
    federatedAppIds,
    createsUsers: !settings.JITDisabled,
    sessionToken: duration(settings.sessionTokenExpiration, settings.sessionTokenExpirationUnit),
    refreshToken: duration(settings.refreshTokenExpiration, settings.refreshTokenExpirationUnit),
    stepupToken: duration(settings.stepupTokenExpiration, settings.stepupTokenExpirationUnit),
    inactivity: duration(settings.inactivityTime, settings.inactivityTimeUnit),
    offersSaml: !disabledFeatures.saml,
    offersOidc: !disabledFeatures.oidc,
  };
}

/** A number without a unit is in minutes. */
function duration(count: number, unit: Unit | ''): Duration {
  return { count, unit: unit || 'minutes' };
}

export function changesOf(
  tenantId: string,
  { ssoSetupSuiteSettings: suite }: TenantSettings,
  values: Values,
): TenantConfigureSettingsInput {
  const { sessionToken, refreshToken, stepupToken, inactivity, createsUsers, offersSaml, offersOidc } =
    values;
  const { enforceSSO, enforceSSOExclusions, enabled, enableInactivity, federatedAppIds } = values;
  return {
    tenantId,
    enforceSSO,
    enforceSSOExclusions,
    enabled,
    enableInactivity,
    federatedAppIds,
    JITDisabled: !createsUsers,
    sessionTokenExpiration: sessionToken.count,
    sessionTokenExpirationUnit: sessionToken.unit,
    refreshTokenExpiration: refreshToken.count,
    refreshTokenExpirationUnit: refreshToken.unit,
    stepupTokenExpiration: stepupToken.count,
    stepupTokenExpirationUnit: stepupToken.unit,
    inactivityTime: inactivity.count,
    inactivityTimeUnit: inactivity.unit,
    ssoSetupSuiteSettings: {
      ...suite,
      disabledFeatures: { ...suite.disabledFeatures, saml: !offersSaml, oidc: !offersOidc },
    },
  };
}
