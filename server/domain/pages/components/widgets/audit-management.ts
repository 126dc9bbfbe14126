import type { WidgetPages } from './page.ts';

/** The page of `@descope/audit-management-widget` 0.9.2. */
export const auditManagement: WidgetPages = {
  root: ({ tenantPage, widgets, account }) => {
    const { days } = tenantPage.audit;
    const { minutes, hours, month, ...words } = widgets.audit;
    return {
      kind: 'overview',
      search: tenantPage.search,
      choice: {
        id: 'range-input',
        label: tenantPage.audit.period,
        // The widget knows these values, the first one with this spelling.
        options: [
          { value: 'minuets15', label: minutes({ minutes: 15 }) },
          { value: 'hour', label: hours({ hours: 1 }) },
          { value: 'hour6', label: hours({ hours: 6 }) },
          { value: 'day', label: hours({ hours: 24 }) },
          { value: 'day3', label: days({ days: 3 }) },
          { value: 'week', label: days({ days: 7 }) },
          { value: 'week2', label: days({ days: 14 }) },
          { value: 'month', label: month },
        ],
        initial: 'day',
      },
      buttons: [{ id: 'export-button', text: words.export }],
      table: {
        id: 'audit-table',
        hasDetails: true,
        columns: [
          { path: 'occurredFormatted', header: tenantPage.audit.when },
          { path: 'action', header: tenantPage.audit.event },
          { path: 'actorId', header: tenantPage.audit.by },
          { path: 'userId', header: tenantPage.audit.about },
          { path: 'externalIds', header: account.addresses.loginIds },
          { path: 'remoteAddress', header: words.address },
          {
            path: 'type',
            header: words.kind,
            badges: [
              { value: 'Info', mode: 'primary' },
              { value: 'Warn', mode: 'error' },
              { value: 'Error', mode: 'error' },
            ],
          },
        ],
      },
    };
  },
};
