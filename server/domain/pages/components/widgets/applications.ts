import type { WidgetPages } from './page.ts';

/** The page of `@descope/applications-portal-widget` 0.9.2. */
export const applicationsPortal: WidgetPages = {
  root: ({ applications }) => ({
    kind: 'applications',
    element: 'descope-apps-list',
    none: applications.none,
  }),
};

/** The page of `@descope/outbound-applications-widget` 0.6.2. Its list is always empty. */
export const outboundApplications: WidgetPages = {
  root: ({ widgets }) => ({
    kind: 'applications',
    element: 'descope-outbound-apps',
    none: widgets.outbound.none,
  }),
};
