import { unwrap } from '../../../api/failure.ts';
import { merge } from '../../../api/merge.ts';
import { useRead, useWrite } from '../../../api/use-api.ts';
import type { Draft } from '../../../components/use-draft.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { inputOf, keyOf, noPolicy, type PolicyValues, type Subject, valuesOf } from './policy-values.ts';

const key = ['sign-in-policies'];

export function usePolicies() {
  return useRead(key, (client) => client.management.signInPolicy.list());
}

/** Saves a policy as a whole, with what another administrator changed in it meanwhile. */
export function useSavePolicy(subject: Subject) {
  const { saved } = useMessages(sharedMessages);
  return useWrite(
    async (client, { values, before }: Draft<PolicyValues>) => {
      const current = (await unwrap(client.management.signInPolicy.list())).find(
        (one) => keyOf(one) === keyOf(subject),
      );
      const stored = current ? valuesOf(current) : noPolicy;
      const merged = merge({ ...values, ...before }, values, stored);
      return client.management.signInPolicy.set(inputOf(subject, merged));
    },
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
