import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import {
  countDefinitions,
  createDefinitions,
  type DefinitionsOutcome,
  noDefinitions,
} from './definitions.ts';
import { readExportRecords } from './files/read-records.ts';
import type { SourceRecord } from './files/source-record.ts';
import { type ImportRow, isSourceId, type ReadyRow } from './import-row.ts';
import { importUsers } from './import-users.ts';
import { claimNames, settleNames } from './names.ts';
import { type ReadContext, readSourceRow } from './read-row.ts';
import { noteAuth0Hash } from './sources/auth0.ts';
import type { Source } from './sources/source.ts';
import { FileIndex } from './store-claims.ts';
import { takingBack } from './take-back.ts';
import { loadKnown } from './usable.ts';

/** The fate of a record: in a dry run, the one that the real run would give it. */
export interface Outcome {
  place: string;
  /** The login ID; empty if the record has none. */
  loginId: string;
  outcome: 'created' | 'exists' | 'skipped' | 'failed';
  /** Why the record is no new user. */
  reason: string;
  /** The data of the record that the new user does not get. */
  warnings: string[];
  /** The existing users who leave an address to this one. */
  changed?: string[];
  /** The user's IDs in the other product and here. A dry run has none. */
  ids?: { sourceId: string; userId: string };
  /** The record as it is in the file, if it failed. */
  text?: string;
  /** The header that the text needs, of a CSV file. */
  header?: string;
}

export interface SourceInput {
  name: string;
  source: Source;
  file: string;
  /** Auth0: the file with the password hashes. */
  hashes?: string | undefined;
  hashConfig: string;
  /** The realm to import, of a file that has several. */
  realm?: string | undefined;
  importId: string;
  dryRun: boolean;
}

/** The content of the file, found before any user is created. */
export interface Survey {
  records: number;
  /** Users who had to prove a second factor. */
  withSecondFactor: number;
  /** Permissions, tenants, roles and custom attributes. */
  definitions: number;
}

export interface RunOptions {
  /** Users who had to prove a second factor are marked, so that a policy can apply to them. */
  keepsFactors: boolean;
  /** Ends the import after the users who are being created. */
  isStopped(): boolean;
}

const batchSize = 500;

/**
 * Reads the whole file twice: first to see who gets which name, and then to create the users. The index between both is in a temporary
 * file, so that the memory does not depend on the number of users.
 */
export class SourceImport {
  readonly #ctx: ProjectContext;
  readonly #input: SourceInput;
  readonly #index = new FileIndex();
  readonly #definitions = noDefinitions();
  #reading: ReadContext | undefined;

  constructor(ctx: ProjectContext, input: SourceInput) {
    this.#ctx = ctx;
    this.#input = input;
  }

  /** Reads the file for the first time. Throws a ServiceError for a file that cannot be imported at all. */
  async survey(onProgress: (records: number) => void): Promise<Survey> {
    const { source, hashes, hashConfig, realm } = this.#input;
    if (hashes) await this.#readHashes(hashes);
    const extras = {
      hashOf: (key: string) => this.#index.hashOf(key),
      hashConfig,
      now: this.#ctx.now(),
    };
    this.#reading = { source, extras, known: await loadKnown(this.#ctx) };
    const survey: Survey = { records: 0, withSecondFactor: 0, definitions: 0 };
    const groups = new Set<string>();
    for await (const one of this.#allRecords()) {
      if (one.list !== undefined) {
        this.#define(one.list, one);
        continue;
      }
      survey.records += 1;
      if (one.group !== undefined) groups.add(one.group);
      const row = this.#read(one);
      if ('user' in row && !claimNames(this.#index, row, row.key) && row.hadSecondFactor)
        survey.withSecondFactor += 1;
      onProgress(survey.records);
    }
    if (groups.size > 1) {
      const names = [...groups].join(', ');
      throw new ServiceError(
        'E011003',
        `The file has the users of several realms: ${names}. Choose one with --realm, and import each into its own project`,
      );
    }
    if (realm !== undefined && survey.records === 0) {
      throw new ServiceError('E011003', `The file has no users of the realm ${realm}`);
    }
    survey.definitions = countDefinitions(this.#definitions);
    return survey;
  }

  #define(list: string, { place, record, problem }: SourceRecord): void {
    const kind = this.#input.source.lists?.[list];
    if (problem) throw new ServiceError('E011003', `${this.#input.file}, ${place}: ${problem}`);
    if (kind) this.#definitions[kind].push(record);
  }

  /** Creates what users refer to and the project lacks. A dry run only learns what there would be. */
  async define(): Promise<DefinitionsOutcome> {
    const work = async (ctx: ProjectContext) => {
      const outcome = await createDefinitions(ctx, this.#definitions);
      this.#reading!.known = await loadKnown(ctx);
      return outcome;
    };
    return this.#input.dryRun ? takingBack(this.#ctx, work) : work(this.#ctx);
  }

  /**
   * Creates the users. Existing users are never changed, except that they leave an address to the person who has verified it. So an
   * import can be repeated. Yields the outcome of each record in the order of the file.
   */
  async *run({ keepsFactors, isStopped }: RunOptions): AsyncGenerator<Outcome> {
    let batch: Pending[] = [];
    for await (const one of this.#records()) {
      batch.push(this.#settle(one, keepsFactors));
      if (batch.length < batchSize) continue;
      yield* this.#importBatch(batch);
      batch = [];
      if (isStopped()) return;
    }
    yield* this.#importBatch(batch);
  }

  close(): void {
    this.#index.close();
  }

  async #readHashes(file: string): Promise<void> {
    const put = (key: string, hash: string) => this.#index.putHash(key, hash);
    for await (const { place, record, problem } of readExportRecords(file, {
      csv: { remedy: 'Auth0’s support exports hashes as JSON lines' },
    })) {
      if (problem) throw new ServiceError('E011003', `${file}, ${place}: ${problem}`);
      noteAuth0Hash(put, record);
    }
  }

  async *#records(): AsyncGenerator<SourceRecord> {
    for await (const one of this.#allRecords()) if (one.list === undefined) yield one;
  }

  async *#allRecords(): AsyncGenerator<SourceRecord> {
    const { file, source, realm } = this.#input;
    for await (const one of readExportRecords(file, source))
      if (realm === undefined || one.group === realm) yield one;
  }

  #read({ place, record, problem }: SourceRecord): ImportRow | { skipped: string } {
    return problem ? { place, problem } : readSourceRow(place, record, this.#reading!);
  }

  #settle(one: SourceRecord, keepsFactors: boolean): Pending {
    const { place, text, header } = one;
    const source = { ...(text !== undefined && { text }), ...(header !== undefined && { header }) };
    const result = { place, loginId: '', reason: '', warnings: [] };
    const row = this.#read(one);
    if ('skipped' in row) return { result: { ...result, outcome: 'skipped', reason: row.skipped } };
    if ('problem' in row)
      return { row, source, result: { ...result, outcome: 'failed', reason: row.problem } };
    const { loginId } = row.user;
    const first = this.#index.placeOf(row.key);
    if (first !== place) {
      return {
        result: {
          ...result,
          loginId,
          outcome: 'exists',
          reason: `The record repeats an earlier one: ${first}`,
        },
      };
    }
    const { hadSecondFactor, ...given } = row;
    const kept: ReadyRow = { ...given, ...(hadSecondFactor && keepsFactors && { hadSecondFactor }) };
    return {
      row: settleNames(this.#index, kept, row.key),
      source,
      result: { ...result, loginId, outcome: 'created' },
    };
  }

  async *#importBatch(batch: Pending[]): AsyncGenerator<Outcome> {
    const { name, importId, dryRun } = this.#input;
    const rows = batch.flatMap(({ row }) => row ?? []);
    const definitions = dryRun && countDefinitions(this.#definitions) > 0 ? this.#definitions : undefined;
    const options = { source: name, importId, dryRun, ...(definitions && { definitions }) };
    const outcomes = await importUsers(this.#ctx, rows, options);
    const outcomeOf = new Map(rows.map((row, index) => [row, outcomes[index]!]));
    for (const { row, result, source } of batch) {
      const found = row && outcomeOf.get(row);
      if (!found) yield result;
      else if (found.outcome === 'failed')
        yield { ...result, outcome: 'failed', reason: found.reason, ...source };
      else {
        const sourceId = 'user' in row && isSourceId(row.key) ? row.key : '';
        const userId = found.outcome === 'created' ? found.user.id : found.userId;
        const ids = sourceId && userId && !dryRun && { ids: { sourceId, userId } };
        if (found.outcome === 'exists') yield { ...result, outcome: 'exists', reason: found.reason, ...ids };
        else {
          const { takes, warnings, user } = found.row;
          const changed = takes && { changed: takes.map(({ userId }) => userId) };
          yield { ...result, loginId: user.loginId, outcome: 'created', warnings, ...changed, ...ids };
        }
      }
    }
  }
}

/** A record that was read, and its row unless it is clear what becomes of it. */
interface Pending {
  row?: ImportRow;
  source?: Pick<Outcome, 'text' | 'header'>;
  result: Outcome;
}
