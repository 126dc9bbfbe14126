import { group } from '../../group.ts';

export const enrolment = group({ name: 'credentials/enrolment' });
