import { checkEngine, checkMigrations } from '../doctor-database.ts';
import { found, inDatabase } from './line.ts';

export const checkEngineLine = inDatabase((database) => found(() => checkEngine(database)));

export const checkMigrationsLine = inDatabase((database) => found(() => checkMigrations(database)));
