import { BuildingMultiple24Regular } from '@fluentui/react-icons/svg/building-multiple'
import { Organization24Regular } from '@fluentui/react-icons/svg/organization'
import { PeopleSettings24Regular } from '@fluentui/react-icons/svg/people-settings'
import { Person24Regular } from '@fluentui/react-icons/svg/person'

import { useCurrentUser } from '../../lib/current-user.ts'
import { SectionCard } from '../../ui/section-card.tsx'
import { WaysList } from '../../ui/ways-list.tsx'
import type { Way } from '../../ui/ways-list.tsx'

/** Specification section 2, Overview; the own directory besides. */
const ACTIONS: readonly (Way & { isForAdmins?: boolean })[] = [
  {
    to: '/dashboard',
    Icon: BuildingMultiple24Regular,
    name: 'Tenant Dashboard',
    text: 'All tenants with their status, seats and findings',
  },
  {
    to: '/enhanced-dashboard',
    Icon: Organization24Regular,
    name: 'My Organization',
    text: 'Licenses and policies of your own directory',
  },
  {
    to: '/admin-panel',
    Icon: PeopleSettings24Regular,
    name: 'Admin Panel',
    text: 'People, roles, settings, backups and audit',
    isForAdmins: true,
  },
  {
    to: '/profile',
    Icon: Person24Regular,
    name: 'Profile',
    text: 'Your password, sessions, preferences and notifications',
  },
]

/** Where people usually go from here. */
export function QuickActions() {
  const { isAdmin } = useCurrentUser()
  return (
    <SectionCard title="Quick actions">
      <WaysList ways={ACTIONS.filter(({ isForAdmins }) => isAdmin || isForAdmins !== true)} />
    </SectionCard>
  )
}
