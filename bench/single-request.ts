import type { Request } from './load.ts';
import type { Operation } from './operation.ts';
import type { OperationName } from './options.ts';
import { sampleCount } from './recording.ts';
import { boundRequest } from './requests.ts';
import type { Takers } from './takers.ts';
import type { Variables } from './variables.ts';

/** A request that needs nothing of the one before it. */
interface Kind<S> {
  name: OperationName;
  title: string;
  method: 'GET' | 'POST';
  connections?: number | undefined;
  runSeconds?: number | undefined;
  subject(takers: Takers): S;
  request(subject: S): Request;
  /** What of the subject comes up in statements. */
  variables(subject: S): Variables;
}

export function operation<S>({
  name,
  title,
  method,
  connections,
  runSeconds,
  subject,
  request,
  variables,
}: Kind<S>): Operation {
  return {
    ...{ name, title, method, connections, runSeconds },
    server: async (takers) => ({ next: () => request(subject(takers)) }),
    bound: (takers) => ({ next: () => boundRequest(name, method, variables(subject(takers))) }),
    samples: async (takers) =>
      Array.from({ length: sampleCount }, () => {
        const one = subject(takers);
        return { request: request(one), variables: () => variables(one) };
      }),
  };
}
