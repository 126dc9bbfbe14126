import { formatMoment } from '../../../components/moment.tsx';
import { useTenantNames } from '../../../components/use-tenants.ts';
import { attributeText } from '../../../components/users/attribute-types.ts';
import {
  readAttributeCriteria,
  writeAttributeCriteria,
} from '../../../components/users/filter/attribute-criteria.ts';
import { useApps, useAttributes } from '../../../components/users/lookups.ts';
import { userMessages } from '../../../components/users/messages.ts';
import { type Filter, splitTenantRole, type View } from '../../../components/users/view.ts';
import { useLanguage, useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { filterMessages } from './messages.ts';

interface Pill {
  label: string;
  /** The filter fields that change when the pill is removed. */
  without: Partial<Filter>;
}

type ListField = {
  [Field in keyof Filter]: Filter[Field] extends string[] ? Field : never;
}[keyof Filter];
type TextField = {
  [Field in keyof Filter]: Filter[Field] extends string ? Field : never;
}[keyof Filter];

type FlagField = {
  [Field in keyof Filter]: Filter[Field] extends boolean ? Field : never;
}[keyof Filter];

/** Describes the active filters. */
export function usePills(view: View): Pill[] {
  const messages = useMessages(filterMessages);
  const names = useMessages(userMessages);
  const { yes, no } = useMessages(sharedMessages);
  const { language } = useLanguage();
  const tenants = useTenantNames([
    ...view.tenants,
    ...view.tenantRoles.map((text) => splitTenantRole(text).tenantId),
  ]);
  const apps = useApps(view.apps.length > 0).data ?? [];
  const attributes = useAttributes(view.attributes.length > 0).data ?? [];

  const eachOf = (field: ListField, title: string, nameOf = (value: string) => value): Pill[] =>
    view[field].map((value) => ({
      label: `${title}: ${nameOf(value)}`,
      without: { [field]: view[field].filter((other) => other !== value) },
    }));
  const one = (field: TextField, title: string, nameOf: (value: string) => string): Pill[] =>
    view[field] ? [{ label: `${title}: ${nameOf(view[field])}`, without: { [field]: '' } }] : [];
  const answer = (value: string) => (value === 'yes' ? yes : no);
  const day = (value: string) => {
    const moment = new Date(`${value}T00:00:00`).getTime();
    return Number.isNaN(moment) ? value : formatMoment(language, moment, 'date');
  };
  const tenantName = (id: string) => tenants.get(id) ?? id;
  const named = (all: Record<string, string>) => (value: string) => all[value] ?? value;
  const flag = (field: FlagField, label: string): Pill[] =>
    view[field] ? [{ label, without: { [field]: false } }] : [];

  const criteria = readAttributeCriteria(view.attributes);
  const ofAttributes = [...criteria].flatMap(([name, values]): Pill[] => {
    const attribute = attributes.find((one) => one.name === name);
    return values.map((value) => ({
      label: `${attribute?.displayName || name}: ${attributeText(attribute ?? { options: [] }, value, { yes, no })}`,
      without: {
        attributes: writeAttributeCriteria(
          new Map([...criteria, [name, values.filter((other) => other !== value)]]),
        ),
      },
    }));
  });

  return [
    ...eachOf('status', names.status, named(names.statuses)),
    ...eachOf('loginIds', names.loginIds),
    ...eachOf('emails', names.email),
    ...eachOf('phones', names.phone),
    ...eachOf('userIds', messages.userIds),
    ...one('test', messages.test, named(messages.tests)),
    ...eachOf('tenants', names.tenants, tenantName),
    ...(view.tenants.length > 0 ? flag('below', messages.below) : []),
    ...eachOf('roles', names.roles),
    ...eachOf('tenantRoles', messages.tenantRoles, (text) => {
      const { tenantId, role } = splitTenantRole(text);
      return `${tenantName(tenantId)}: ${role}`;
    }),
    ...(view.tenantRoles.length > 1 ? flag('everyRole', messages.everyRole) : []),
    ...eachOf('apps', names.apps, (id) => apps.find((app) => app.id === id)?.name ?? id),
    ...eachOf('has', names.methods, named(names.method)),
    ...one('emailVerified', messages.emailVerified, answer),
    ...one('phoneVerified', messages.phoneVerified, answer),
    ...one('createdFrom', messages.createdFrom, day),
    ...one('createdTo', messages.createdTo, day),
    ...one('modifiedFrom', messages.modifiedFrom, day),
    ...one('modifiedTo', messages.modifiedTo, day),
    ...one('signedInFrom', messages.signedInFrom, day),
    ...one('notSignedInSince', messages.notSignedInSince, day),
    ...flag('neverSignedIn', messages.neverSignedIn),
    ...flag('withoutSecondFactor', messages.withoutSecondFactor),
    ...ofAttributes,
  ];
}
