/** The plans of the suite that are run, with their variants. */
export const plans: Record<string, object> = {
  'oidcc-config-certification-test-plan': {},
  'oidcc-basic-certification-test-plan': {
    server_metadata: 'discovery',
    client_registration: 'static_client',
  },
  'oidcc-formpost-basic-certification-test-plan': {
    server_metadata: 'discovery',
    client_registration: 'static_client',
  },
  'oidcc-rp-initiated-logout-certification-test-plan': {
    client_registration: 'static_client',
    response_type: 'code',
  },
  'oidcc-backchannel-rp-initiated-logout-certification-test-plan': {
    client_registration: 'static_client',
    response_type: 'code',
  },
  'oidcc-dynamic-certification-test-plan': { response_type: 'code' },
};
