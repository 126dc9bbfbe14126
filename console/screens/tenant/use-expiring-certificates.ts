import { useRead } from '../../api/use-api.ts';

/** Certificates of identity providers that end within this time are shown. */
const days = 30;

/** Returns the certificates of all tenants that have ended or end soon. */
export function useExpiringCertificates(enabled = true) {
  return useRead(
    ['tenant', 'expiring-certificates'],
    (client) => client.management.sso.loadExpiringCertificates(days),
    { enabled },
  );
}
