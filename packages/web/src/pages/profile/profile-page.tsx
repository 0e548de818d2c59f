import { useSearch } from '@tanstack/react-router'

import { lazyPart } from '../../lib/load-part.ts'
import { LaterPart } from '../../ui/later-part.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageShell } from '../../ui/page-shell.tsx'

/** The tabs by their names in the address (specification section 2, My Account), in their order. */
const TABS = {
  profile: {
    label: 'Profile',
    Tab: lazyPart(async () => (await import('./profile-tab.tsx')).ProfileTab),
  },
  security: {
    label: 'Security',
    Tab: lazyPart(async () => (await import('./security/security-tab.tsx')).SecurityTab),
  },
  preferences: {
    label: 'Preferences',
    Tab: lazyPart(async () => (await import('./preferences-tab.tsx')).PreferencesTab),
  },
  notifications: {
    label: 'Notifications',
    Tab: lazyPart(
      async () => (await import('./notifications/notifications-tab.tsx')).NotificationsTab,
    ),
  },
} as const
type TabName = keyof typeof TABS

const NAMES = Object.keys(TABS).filter(isTabName)

/** What is the person's own: who they are here, how they sign in, how the product treats them. */
export function ProfilePage() {
  const { tab } = useSearch({ from: '/profile' })
  const current: TabName = tab !== undefined && isTabName(tab) ? tab : 'profile'
  const { label, Tab } = TABS[current]
  return (
    <PageShell
      title="My Account"
      view={label}
      crumbs={CRUMBS}
      tabs={
        <LinkTabs
          label="My Account"
          tabs={NAMES.map((name) => ({
            label: TABS[name].label,
            link: { to: '/profile', search: { tab: name } },
            isCurrent: name === current,
          }))}
        />
      }
    >
      <LaterPart key={current}>
        <Tab />
      </LaterPart>
    </PageShell>
  )
}

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'My Account' }] as const

function isTabName(name: string): name is TabName {
  return name in TABS
}
