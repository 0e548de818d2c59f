import { useSearch } from '@tanstack/react-router'

import { FreshSignIn } from '../../features/fresh-sign-in/fresh-sign-in.tsx'
import { lazyPart } from '../../lib/load-part.ts'
import { AdminPage } from '../../ui/admin-page.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageShell } from '../../ui/page-shell.tsx'

/** The tabs by their names in the address (specification section 2, Admin Panel), in their order. */
const TABS = {
  overview: {
    label: 'Overview',
    Tab: lazyPart(async () => (await import('./overview/overview-tab.tsx')).OverviewTab),
  },
  users: {
    label: 'Users',
    Tab: lazyPart(async () => (await import('./users/users-tab.tsx')).UsersTab),
  },
  'role-mapping': {
    label: 'Role Mapping',
    Tab: lazyPart(async () => (await import('./role-mapping/role-mapping-tab.tsx')).RoleMappingTab),
  },
  'admin-settings': {
    label: 'Settings',
    Tab: lazyPart(async () => (await import('./settings/settings-tab.tsx')).SettingsTab),
  },
  system: {
    label: 'System',
    Tab: lazyPart(async () => (await import('./system/system-tab.tsx')).SystemTab),
  },
  audit: {
    label: 'Audit',
    Tab: lazyPart(async () => (await import('./audit/audit-tab.tsx')).AuditTab),
  },
} as const
type TabName = keyof typeof TABS

const NAMES = Object.keys(TABS).filter(isTabName)

/** People, roles, settings, system and audit of the installation. */
export function AdminPanelPage() {
  return (
    <AdminPage title="Admin Panel">
      <AdminPanel />
    </AdminPage>
  )
}

function AdminPanel() {
  const { tab } = useSearch({ from: '/admin-panel' })
  const current: TabName = tab !== undefined && isTabName(tab) ? tab : 'overview'
  const { label, Tab } = TABS[current]
  return (
    <PageShell
      title="Admin Panel"
      view={label}
      crumbs={CRUMBS}
      tabs={
        <LinkTabs
          label="Admin Panel"
          tabs={NAMES.map((name) => ({
            label: TABS[name].label,
            link: { to: '/admin-panel', search: { tab: name } },
            isCurrent: name === current,
          }))}
        />
      }
    >
      <LaterPart key={current}>
        <Tab />
      </LaterPart>
      <FreshSignIn key={`${current} sign-in`} />
    </PageShell>
  )
}

/** The specification's 'Admin > Admin Panel', from the root of all pages. */
const CRUMBS = [
  { label: 'Dashboard', to: '/dashboard' },
  { label: 'Admin' },
  { label: 'Admin Panel' },
] as const

function isTabName(name: string): name is TabName {
  return name in TABS
}
