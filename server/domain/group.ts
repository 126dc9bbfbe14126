import type { FastifyInstance } from 'fastify';
import type { ProjectContext, ServiceContext } from '../core/context.ts';
import type { LimitKind } from '../core/rate-limits.ts';
import type { Reaction } from '../core/reactions.ts';
import type { Endpoint, ForSignedInUsers } from '../http/endpoint.ts';
import type { SealedColumn } from '../storage/sealed-columns.ts';
import type { Tables } from '../storage/tables.ts';
import type { Part } from './snapshot-part.ts';

/** Counts a request of a page like an API call of that kind, and refuses it beyond the limit. */
export type CountRequest = (ctx: ProjectContext, kind: LimitKind) => Promise<void>;

export type MountPages = (app: FastifyInstance, service: ServiceContext, count: CountRequest) => void;

/**
 * The parts that a group adds to the product. `server/groups.ts` lists all groups, and whatever is true of all of them is a function of that
 * list. So a feature is added in its own folder and in one line there.
 */
export interface Group {
  /** The layer and the folder. */
  name: string;
  /** The tables that only this group writes. A table comes after those that its rows refer to. */
  tables?: Partial<Record<keyof Tables, TableFacts>>;
  endpoints?: readonly Endpoint[];
  /** Opens management endpoints of lower groups to signed-in users, by the name of the endpoint. */
  opens?: Readonly<Record<string, ForSignedInUsers>>;
  /** Mounts routes for browsers, in a scope that parses forms and cookies. */
  pages?: MountPages;
  /** Mounts routes of a protocol that defines its own bodies, in a scope of their own. */
  jsonPages?: MountPages;
  /**
   * Deletes what has expired, and counts what has happened, once a minute. Nothing depends on it: instances may do it at once, or not
   * at all.
   */
  sweep?(service: ServiceContext): Promise<void>;
  /** The group's reactions to events of groups below it, each of which `on` or `answer` (core/event.ts) ties to a function. */
  on?: readonly Reaction[];
  /** The columns with sealed values, for the rotation of the secret key. */
  sealed?: readonly SealedColumn[];
  /** The kinds of files that a snapshot has about the group. */
  snapshot?: readonly Part[];
}

/** The part that a table has in the export and import of a project. */
export type TableFacts =
  | {
      /** The primary key without the project, separated by spaces, by which rows are read in pages. */
      key: string;
      /** Columns that the database computes. */
      computed?: readonly string[];
      /** The column that refers to a row of the same table: rows come after the row that they refer to. */
      parent?: string;
      /** The table belongs to the audit log, which is exported on request. */
      isOfAudit?: boolean;
    }
  | {
      /** The reason why the table stays behind. */
      stays: string;
    };

/** Checks the type, and keeps the names of the tables. */
export function group<const T extends Group>(group: T): T {
  return group;
}
