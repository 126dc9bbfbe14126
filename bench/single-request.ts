import type { FixturePool } from './fixture-pool.ts';
import type { Request } from './load.ts';
import type { Operation } from './operation.ts';
import type { OperationName } from './options.ts';
import { sampleCount } from './recording.ts';
import { baselineRequest } from './requests.ts';
import type { Variables } from './variables.ts';

/** A request that does not depend on the previous one. */
interface Kind<S> {
  name: OperationName;
  title: string;
  method: 'GET' | 'POST';
  connections?: number | undefined;
  runSeconds?: number | undefined;
  subject(fixtures: FixturePool): S;
  request(subject: S): Request;
  /** The parts of the subject that appear in statements. */
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
    server: async (fixtures) => ({ next: () => request(subject(fixtures)) }),
    baseline: (fixtures) => ({ next: () => baselineRequest(name, method, variables(subject(fixtures))) }),
    samples: async (fixtures) =>
      Array.from({ length: sampleCount }, () => {
        const one = subject(fixtures);
        return { request: request(one), variables: () => variables(one) };
      }),
  };
}
