import { type Static, t } from '../../../http/schema.ts';
import { recordOf, type TenantDomain } from './tenant-domain.ts';

export const tenantDomainOutput = t.object(
  {
    domain: t.text(),
    status: t.choice(['pending', 'verified'], {
      description: '`verified`: the domain counts as the tenant’s',
    }),
    setByAdministrator: t.flag({
      description:
        'An administrator of the project has set the domain for one of the tenant’s SSO connections',
    }),
    record: t.optional(
      t.object(
        { type: t.text(), name: t.text(), value: t.text() },
        { description: 'The DNS record that verifies the domain. Absent if the tenant has not claimed it' },
      ),
    ),
    createdTime: t.integer({
      description: 'The time of the claim, in seconds since 1970. 0 if there is none',
    }),
    checkedTime: t.integer({ description: 'The time of the last check, in seconds since 1970. 0: never' }),
    lastCheck: t.choice(['', 'found', 'missing', 'failed'], {
      description:
        'The result of the last check. `missing`: the record was not there. `failed`: no name server responded',
    }),
    claimedBy: t.text({
      description:
        'The type of the actor who claimed the domain, such as `user`, `setupLink` or `managementKey`. Empty: unknown, or not claimed',
    }),
    claimedById: t.text({ description: 'The user or the setup link. Empty for other types' }),
  },
  { $id: 'TenantDomain' },
);

export function tenantDomainToWire(tenantDomain: TenantDomain): Static<typeof tenantDomainOutput> {
  const { domain, isVerified, isSetByAdministrator, claim } = tenantDomain;
  return {
    domain,
    status: isVerified ? 'verified' : 'pending',
    setByAdministrator: isSetByAdministrator,
    ...(claim && { record: recordOf(claim) }),
    createdTime: Math.floor((claim?.createdAt ?? 0) / 1000),
    checkedTime: Math.floor((claim?.checkedAt ?? 0) / 1000),
    lastCheck: claim?.outcome ?? '',
    claimedBy: claim?.claimedBy ?? '',
    // The tenant’s administrators read this, too: who works for the application is not theirs to know.
    claimedById: ['user', 'setupLink'].includes(claim?.claimedBy ?? '') ? (claim?.claimedById ?? '') : '',
  };
}
