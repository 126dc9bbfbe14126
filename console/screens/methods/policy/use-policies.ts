import { useRead, useWrite } from '../../../api/use-api.ts';
import type { Draft } from '../../../components/use-draft.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { inputOf, type PolicyValues, type Subject } from './policy-values.ts';

const key = ['sign-in-policies'];

export function usePolicies() {
  return useRead(key, (client) => client.management.signInPolicy.list());
}

/** Saves a policy as a whole. */
export function useSavePolicy(subject: Subject) {
  const { saved } = useMessages(sharedMessages);
  return useWrite(
    (client, { values }: Draft<PolicyValues>) => client.management.signInPolicy.set(inputOf(subject, values)),
    { changes: [key], done: saved, reportsFailure: false },
  );
}

export function useDeletePolicy() {
  const { saved } = useMessages(sharedMessages);
  return useWrite(
    (client, { tenantId, roleId, ssoAppId }: Subject) =>
      client.management.signInPolicy.delete({ tenantId, roleId, ssoAppId }),
    { changes: [key], done: saved },
  );
}
