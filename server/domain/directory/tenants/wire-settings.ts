import { ServiceError } from '../../../core/errors.ts';
import { maxDomainLength } from '../../../core/mail-address.ts';
import { type Static, t } from '../../../http/schema.ts';
import {
  defaultTenantSettings,
  type SsoSetupSuite,
  type Tenant,
  type TenantSettings,
  timeUnits,
} from './tenant.ts';
import { given, tenantId } from './wire.ts';

const duration = t.longInteger({
  minimum: 0,
  description: 'In the unit of the field next to it; 0: not set',
});
const unit = t.choice([...timeUnits]);
const list = t.list(t.text({ maxLength: 255 }));
const flag = t.flag();

const disabledFeatures = {
  saml: t.flag({ description: 'SAML is not offered' }),
  oidc: t.flag({ description: 'OpenID Connect is not offered' }),
  scim: t.flag({ description: 'The step for provisioning by SCIM is hidden' }),
  ssoDomains: t.flag({ description: 'The step for domains is hidden' }),
  groupMapping: t.flag({ description: 'The mapping of groups to roles is hidden' }),
};

const setupEnabled = t.flag({
  description: 'Setup links can be created and opened. Default: true. False also disables existing links',
});
const styleId = t.text({
  maxLength: 255,
  description:
    'Fails with E501001 unless it is empty, because the page uses the style of the project’s pages',
});

/** The settings in a response; in a request, all of them are optional. */
const settings = {
  selfProvisioningDomains: t.list(t.text({ maxLength: maxDomainLength })),
  domains: t.list(t.text({ maxLength: maxDomainLength }), {
    description:
      'Domains of the SSO connection. Change them in its settings. Here, any value other than the current one fails',
  }),
  enabled: t.flag({
    aliases: ['sessionSettingsEnabled'],
    description: 'Applies the tenant’s durations to its members if they are shorter than the project’s',
  }),
  refreshTokenExpiration: duration,
  refreshTokenExpirationUnit: unit,
  sessionTokenExpiration: duration,
  sessionTokenExpirationUnit: unit,
  stepupTokenExpiration: duration,
  stepupTokenExpirationUnit: unit,
  enableInactivity: flag,
  inactivityTime: duration,
  inactivityTimeUnit: unit,
  JITDisabled: t.flag({ description: 'SSO sign-ins do not create users' }),
  enforceSSO: flag,
  enforceSSOExclusions: list,
  federatedAppIds: t.list(t.text({ maxLength: 255 }), {
    description: 'SSO applications that all members of the tenant may sign in to',
  }),
};

export const settingsInput = t.object({
  tenantId,
  ...t.partial(settings),
  authType: t.optional(t.choice(['', 'none', 'saml', 'oidc'])),
  ssoSetupSuiteSettings: t.optional(
    t.object({
      enabled: t.optional(setupEnabled),
      styleId: t.optional(styleId),
      disabledFeatures: t.optional(t.object(t.partial(disabledFeatures))),
    }),
  ),
});

export const settingsSchema = t.object(
  {
    ...settings,
    authType: t.choice(['none', 'saml', 'oidc']),
    ssoSetupSuiteSettings: t.object({
      enabled: setupEnabled,
      styleId: t.text({ description: 'Always empty' }),
      disabledFeatures: t.object(disabledFeatures),
    }),
    InactivityTime: t.integer({ description: 'A copy; the Node.js SDK reads this spelling' }),
    InactivityTimeUnit: unit,
  },
  { $id: 'TenantSettings' },
);

export function settingsToWire(tenant: Tenant): Static<typeof settingsSchema> {
  const { settings } = tenant;
  return {
    selfProvisioningDomains: tenant.selfProvisioningDomains,
    domains: tenant.ssoDomains,
    authType: tenant.authType,
    enabled: settings.sessionSettingsEnabled,
    refreshTokenExpiration: settings.refreshTokenExpiration,
    refreshTokenExpirationUnit: settings.refreshTokenExpirationUnit,
    sessionTokenExpiration: settings.sessionTokenExpiration,
    sessionTokenExpirationUnit: settings.sessionTokenExpirationUnit,
    stepupTokenExpiration: settings.stepupTokenExpiration,
    stepupTokenExpirationUnit: settings.stepupTokenExpirationUnit,
    enableInactivity: settings.enableInactivity,
    inactivityTime: settings.inactivityTime,
    inactivityTimeUnit: settings.inactivityTimeUnit,
    InactivityTime: settings.inactivityTime,
    InactivityTimeUnit: settings.inactivityTimeUnit,
    JITDisabled: settings.jitDisabled,
    ssoSetupSuiteSettings: {
      enabled: settings.ssoSetupSuite.offered !== false,
      styleId: '',
      disabledFeatures: settings.ssoSetupSuite.disabledFeatures,
    },
    enforceSSO: settings.enforceSso,
    enforceSSOExclusions: settings.enforceSsoExclusions,
    federatedAppIds: settings.federatedAppIds,
  };
}

/** Returns the settings that a request contains. */
export function settingsFromWire(input: Static<typeof settingsInput>): Partial<TenantSettings> {
  return given({
    sessionSettingsEnabled: input.enabled,
    refreshTokenExpiration: input.refreshTokenExpiration,
    refreshTokenExpirationUnit: input.refreshTokenExpirationUnit,
    sessionTokenExpiration: input.sessionTokenExpiration,
    sessionTokenExpirationUnit: input.sessionTokenExpirationUnit,
    stepupTokenExpiration: input.stepupTokenExpiration,
    stepupTokenExpirationUnit: input.stepupTokenExpirationUnit,
    enableInactivity: input.enableInactivity,
    inactivityTime: input.inactivityTime,
    inactivityTimeUnit: input.inactivityTimeUnit,
    jitDisabled: input.JITDisabled,
    ssoSetupSuite: input.ssoSetupSuiteSettings && setupSuite(input.ssoSetupSuiteSettings),
    enforceSso: input.enforceSSO,
    enforceSsoExclusions: input.enforceSSOExclusions,
    federatedAppIds: input.federatedAppIds,
  });
}

/** Reads the suite as a whole: a feature that is absent is not disabled. */
function setupSuite({ enabled = true, styleId, disabledFeatures }: SetupSuiteInput): SsoSetupSuite {
  if (styleId) {
    throw new ServiceError(
      'E501001',
      'ssoSetupSuiteSettings.styleId is not supported. Leave it empty to use the style of the ' +
        'project’s pages',
    );
  }
  const off = defaultTenantSettings.ssoSetupSuite;
  return { offered: enabled, disabledFeatures: { ...off.disabledFeatures, ...disabledFeatures } };
}

type SetupSuiteInput = NonNullable<Static<typeof settingsInput>['ssoSetupSuiteSettings']>;
