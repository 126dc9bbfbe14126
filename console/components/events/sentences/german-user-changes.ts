import type { Facts } from './facts.ts';
import { own } from './template.ts';

/** Says what was changed about a user. */
export function germanUserChange(facts: Facts): string {
  const { event, text, changedTo, list } = facts;
  if (event.method === 'totp')
    return own(
      '{user} hat eine Authenticator-App eingerichtet',
      '{actor} hat eine Authenticator-App für {user} eingerichtet',
    )(facts);
  if (event.method === 'recoveryCodes')
    return own(
      '{user} hat Wiederherstellungscodes erzeugt',
      '{actor} hat Wiederherstellungscodes für {user} erzeugt',
    )(facts);
  const change = namedChanges[text('change')];
  if (change) return own(change[0], change[1])(facts);
  const status = changedTo('status');
  if (status === 'disabled')
    return own('{user} hat das eigene Konto gesperrt', '{actor} hat {user} gesperrt')(facts);
  if (status === 'enabled')
    return own('{user} hat das eigene Konto aktiviert', '{actor} hat {user} aktiviert')(facts);
  return list('fields').length > 0
    ? own('{user} hat Angaben geändert: {fields}', '{actor} hat Angaben von {user} geändert: {fields}')(facts)
    : own('{user} hat das eigene Konto geändert', '{actor} hat {user} geändert')(facts);
}

const namedChanges: Record<string, [bySelf: string, byOthers: string]> = {
  update: ['{user} hat das eigene Passwort geändert', '{actor} hat das Passwort von {user} geändert'],
  replace: ['{user} hat das eigene Passwort ersetzt', '{actor} hat das Passwort von {user} ersetzt'],
  'set active': ['{user} hat ein Passwort gesetzt', '{actor} hat ein Passwort für {user} gesetzt'],
  'set temporary': [
    '{user} hat ein vorläufiges Passwort gesetzt',
    '{actor} hat ein vorläufiges Passwort für {user} gesetzt',
  ],
  'delete recovery codes': [
    '{user} hat die eigenen Wiederherstellungscodes gelöscht',
    '{actor} hat die Wiederherstellungscodes von {user} gelöscht',
  ],
  expire: [
    '{user} hat das eigene Passwort ablaufen lassen',
    '{actor} hat das Passwort von {user} ablaufen lassen',
  ],
};
