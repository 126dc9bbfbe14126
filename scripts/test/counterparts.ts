import { startPostgres } from '../../test/counterparts/postgres.ts';
import { startSimpleSamlServer } from '../../test/counterparts/simplesamlphp.ts';

const stops: (() => Promise<void>)[] = [];

/** Starts the servers that all test files share, and returns the variables by which the tests find them. */
export async function startCounterparts(programs: ReadonlySet<string>): Promise<NodeJS.ProcessEnv> {
  const [postgres, simpleSaml] = await Promise.all([
    programs.has('postgres') ? startCounterpart(startPostgres()) : undefined,
    programs.has('php') ? startCounterpart(startSimpleSamlServer()) : undefined,
  ]);
  return {
    ...(postgres && { TEST_POSTGRES_URL: postgres.url }),
    ...(simpleSaml && { TEST_SIMPLESAML: JSON.stringify(simpleSaml.instance) }),
  };
}

export async function stopCounterparts(): Promise<void> {
  await Promise.allSettled(stops.map((stop) => stop()));
}

async function startCounterpart<C extends { stop(): Promise<void> }>(starting: Promise<C>): Promise<C> {
  const counterpart = await starting;
  stops.push(() => counterpart.stop());
  return counterpart;
}
