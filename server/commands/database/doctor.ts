import { existsSync } from 'node:fs';
import { type Config, configWarnings, programEnvironment, readCommandConfig } from '../../core/config.ts';
import { databaseFile, openConfiguredDatabase } from '../../storage/configured.ts';
import type { Database } from '../../storage/engine.ts';
import { checkComponents } from '../components/check-installed.ts';
import { explainFailure } from '../explain-failure.ts';
import { type OutputOptions, printJson, printLine, printTable } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import {
  checkClock,
  checkDistribution,
  checkEngine,
  checkMigrations,
  checkSecretKeys,
  checkSignInPolicies,
  describeStricterRules,
} from './doctor-database.ts';
import { checkBaseUrl, checkConfig, checkDataDir, checkHashing } from './doctor-machine.ts';

interface Finding {
  check: string;
  ok: boolean;
  /** The detail is probably a mistake. It is not a problem, because the server works with it. */
  warning?: true;
  /** The finding, or the problem and its remedy. */
  detail: string;
}

/** Changes nothing: checking a missing file or database does not create it. */
export async function doctor(terminal: Terminal, { json }: OutputOptions): Promise<void> {
  const findings = await examine(programEnvironment(terminal.env));
  const problems = findings.filter(({ ok }) => !ok).length;
  if (json) printJson(terminal, { ok: problems === 0, findings });
  else {
    printTable(
      terminal,
      ['CHECK', 'RESULT', 'DETAIL'],
      findings.map((one) => [one.check, resultOf(one), one.detail]),
    );
    printLine(terminal);
    printLine(
      terminal,
      problems === 0 ? 'No problems found.' : `${problems} of ${findings.length} checks found a problem.`,
    );
  }
  if (problems > 0) terminal.exitCode = 1;
}

function resultOf({ ok, warning }: Finding): string {
  if (warning) return 'warning';
  return ok ? 'ok' : 'problem';
}

/**
 * Returns the environment with the mode in which a server would start with it. In a clone, where none of the settings of
 * production is there, that is development.
 */
function withMode(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isProduction = productionSettings.some((name) => env[name] || env[`${name}_FILE`]);
  const mode = env['LATCHKEY_MODE'] || (isProduction ? 'production' : 'development');
  return { ...env, LATCHKEY_MODE: mode };
}

const productionSettings = ['LATCHKEY_SECRET_KEY', 'LATCHKEY_BASE_URL', 'DATABASE_URL'];

async function examine(given: NodeJS.ProcessEnv): Promise<Finding[]> {
  const env = withMode(given);
  const configuration = await finding('configuration', () => checkConfig(env));
  let config: Config;
  try {
    config = readCommandConfig(env);
  } catch {
    // An unreadable variable makes the other checks impossible.
    return [configuration];
  }
  return [
    configuration,
    ...configWarnings(env).map((detail) => ({
      check: 'environment',
      ok: true,
      warning: true as const,
      detail,
    })),
    await finding('base URL', () => checkBaseUrl(config)),
    await finding('data folder', () => checkDataDir(config)),
    await finding('password hashing', checkHashing),
    await finding('components', () => checkComponents(config)),
    ...(await examineDatabase(config)),
  ];
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  if (!config.databaseUrl && !existsSync(databaseFile(config))) {
    return [await finding('database', () => `none in ${config.dataDir} yet: the first start creates it`)];
  }
  let database: Database | undefined;
  const reachable = await finding('database', async () => {
    database = await openConfiguredDatabase(config);
    return 'reachable';
  });
  if (!database) return [reachable];
  const opened = database;
  try {
    const migrated = await finding('migrations', () => checkMigrations(opened));
    const findings = [reachable, migrated, await finding('engine', () => checkEngine(opened))];
    // Before the upgrade, too: it says whom the rules of this version will stop.
    const stricter = await finding('stricter rules', () => describeStricterRules(opened.db));
    const policies = await finding('sign-in policies', () => checkSignInPolicies(opened));
    const concerns = [policies, stricter].filter(({ detail }) => detail);
    if (!migrated.ok) return [...findings, ...concerns];
    return [
      ...findings,
      ...(opened.isOnCitus ? [await finding('distribution', () => checkDistribution(opened))] : []),
      await finding('secret key', () => checkSecretKeys(config, opened)),
      await finding('clock', () => checkClock(opened)),
      ...concerns,
    ];
  } finally {
    await database.close();
  }
}

/** Runs a check, which returns its finding or throws the problem. */
async function finding(check: string, run: () => string | Promise<string>): Promise<Finding> {
  try {
    return { check, ok: true, detail: await run() };
  } catch (error) {
    return { check, ok: false, detail: explainFailure(error)?.message ?? String(error) };
  }
}
