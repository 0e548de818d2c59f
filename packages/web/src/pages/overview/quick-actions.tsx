import { BuildingMultiple24Regular } from '@fluentui/react-icons/svg/building-multiple'
import { Organization24Regular } from '@fluentui/react-icons/svg/organization'

import { SectionCard } from '../../ui/section-card.tsx'
import { WaysList } from '../../ui/ways-list.tsx'
import type { Way } from '../../ui/ways-list.tsx'

/** Screens that do not exist yet have no action (decisions.md, Product). */
const ACTIONS: readonly Way[] = [
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
]

/** Where people usually go from here. */
export function QuickActions() {
  return (
    <SectionCard title="Quick actions">
      <WaysList ways={ACTIONS} />
    </SectionCard>
  )
}
