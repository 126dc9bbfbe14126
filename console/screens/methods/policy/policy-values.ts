import type { SignInPolicy, SignInPolicySetInput } from '../../../../client/client.ts';
import { firstFactors as allFactors } from '../../../../client/constants.ts';

/** The subject of a policy: the project, a tenant, a role or an application. */
export type Subject = Pick<SignInPolicy, 'scope' | 'tenantId' | 'roleId' | 'ssoAppId'>;

export const project: Subject = { scope: 'project', tenantId: '', roleId: '', ssoAppId: '' };

/** The fields of a policy as the form edits them. */
export interface PolicyValues {
  when: SignInPolicy['secondFactor']['when'];
  days: number;
  methods: SignInPolicy['secondFactor']['methods'];
  graceDays: number;
  /** Only some first factors are allowed. */
  limitsFirst: boolean;
  firstFactors: NonNullable<SignInPolicy['firstFactors']>;
  sso: SignInPolicy['sso'];
}

/** A policy that requires nothing, with what the form offers first. */
export const noPolicy: PolicyValues = {
  when: 'never',
  days: 30,
  methods: ['totp', 'passkey', 'recoveryCode'],
  graceDays: 14,
  limitsFirst: false,
  firstFactors: [...allFactors],
  sso: 'trusted',
};

export function valuesOf({ secondFactor, firstFactors, sso }: SignInPolicy): PolicyValues {
  const { when, days = noPolicy.days, methods, graceDays } = secondFactor;
  return {
    when,
    days,
    methods,
    graceDays,
    sso,
    limitsFirst: firstFactors !== undefined,
    firstFactors: firstFactors ?? noPolicy.firstFactors,
  };
}

export function inputOf({ tenantId, roleId, ssoAppId }: Subject, values: PolicyValues): SignInPolicySetInput {
  const { when, days, methods, graceDays, limitsFirst, firstFactors, sso } = values;
  return {
    ...(tenantId && { tenantId }),
    ...(roleId && { roleId }),
    ...(ssoAppId && { ssoAppId }),
    ...(limitsFirst && { firstFactors }),
    secondFactor: { when, methods, graceDays, ...(when === 'everyDays' && { days }) },
    sso,
  };
}

export function keyOf({ tenantId, roleId, ssoAppId }: Subject): string {
  return `${tenantId}/${roleId}/${ssoAppId}`;
}
