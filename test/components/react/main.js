import {
  AccessKeyManagement,
  ApplicationsPortal,
  AuditManagement,
  AuthProvider,
  Descope,
  OutboundApplications,
  RoleManagement,
  TenantProfile,
  UserManagement,
  UserProfile,
  useSession,
  useUser,
} from '@descope/react-sdk';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const settings = JSON.parse(document.body.dataset.settings);
const { projectId, latchkey, nonce, flowId, widgetId, tenant, locale } = settings;

const widgets = {
  'user-management-widget': UserManagement,
  'access-key-management-widget': AccessKeyManagement,
  'role-management-widget': RoleManagement,
  'audit-management-widget': AuditManagement,
  'user-profile-widget': UserProfile,
  'tenant-profile-widget': TenantProfile,
  'applications-portal-widget': ApplicationsPortal,
  'outbound-applications-widget': OutboundApplications,
};

function Application() {
  const { isAuthenticated } = useSession();
  const { user } = useUser();
  if (isAuthenticated && widgetId)
    return createElement(widgets[widgetId], { widgetId, tenant, ...(locale && { locale }) });
  if (isAuthenticated) return createElement('p', { id: 'user' }, user?.loginIds?.[0] ?? '');
  return createElement(Descope, { flowId, nonce });
}

const provider = { projectId, baseUrl: latchkey, baseStaticUrl: `${latchkey}/pages`, baseCdnUrl: latchkey };
createRoot(document.querySelector('main')).render(
  createElement(AuthProvider, provider, createElement(Application)),
);
