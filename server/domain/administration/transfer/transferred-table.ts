import type { Tables } from '../../../storage/tables.ts';

/** A table whose rows are in a project file. */
export interface TransferredTable {
  table: keyof Tables;
  /** The primary key without the project, by which rows are read in pages. */
  key: readonly string[];
  /** Columns that the database computes. */
  computed?: readonly string[];
  /** The column that refers to a row of the same table: rows come after the row that they refer to. */
  parent?: string;
  /** The table belongs to the audit log, which is exported on request. */
  isOfAudit?: boolean;
}
