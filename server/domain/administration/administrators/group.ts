import { group } from '../../group.ts';
import { consoleEndpoints } from './endpoints.ts';

export const administrators = group({ name: 'administration/administrators', endpoints: consoleEndpoints });
