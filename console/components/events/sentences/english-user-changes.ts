import type { Facts } from './facts.ts';
import { own } from './template.ts';

/** Says what was changed about a user. */
export function englishUserChange(facts: Facts): string {
  const { event, text, changedTo, list } = facts;
  if (event.method === 'totp')
    return own('{user} set up an authenticator app', '{actor} set up an authenticator app for {user}')(facts);
  if (event.method === 'recoveryCodes')
    return own('{user} created recovery codes', '{actor} created recovery codes for {user}')(facts);
  const change = namedChanges[text('change')];
  if (change) return own(change[0], change[1])(facts);
  const status = changedTo('status');
  if (status === 'disabled') return own('{user} disabled their account', '{actor} disabled {user}')(facts);
  if (status === 'enabled') return own('{user} activated their account', '{actor} enabled {user}')(facts);
  return list('fields').length > 0
    ? own('{user} changed their {fields}', '{actor} changed the {fields} of {user}')(facts)
    : own('{user} changed their account', '{actor} changed {user}')(facts);
}

const namedChanges: Record<string, [bySelf: string, byOthers: string]> = {
  update: ['{user} changed their password', '{actor} changed the password of {user}'],
  replace: ['{user} replaced their password', '{actor} replaced the password of {user}'],
  'set active': ['{user} set a password', '{actor} set a password for {user}'],
  'set temporary': ['{user} set a temporary password', '{actor} set a temporary password for {user}'],
  'delete recovery codes': [
    '{user} deleted their recovery codes',
    '{actor} deleted the recovery codes of {user}',
  ],
  expire: ['{user} expired their password', '{actor} expired the password of {user}'],
};
