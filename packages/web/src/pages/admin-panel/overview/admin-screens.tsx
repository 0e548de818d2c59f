import { Certificate24Regular } from '@fluentui/react-icons/svg/certificate'
import { History24Regular } from '@fluentui/react-icons/svg/history'
import { PlugConnected24Regular } from '@fluentui/react-icons/svg/plug-connected'
import { ShieldCheckmark24Regular } from '@fluentui/react-icons/svg/shield-checkmark'
import { ShieldTask24Regular } from '@fluentui/react-icons/svg/shield-task'

import { SectionCard } from '../../../ui/section-card.tsx'
import { WaysList } from '../../../ui/ways-list.tsx'
import type { Way } from '../../../ui/ways-list.tsx'

const SCREENS: readonly Way[] = [
  {
    to: '/admin-licenses',
    Icon: Certificate24Regular,
    name: 'License Management',
    text: 'Which licenses are shown, their names, types and prices',
  },
  {
    to: '/admin/license-audit',
    Icon: History24Regular,
    name: 'License Audit Trail',
    text: 'Who showed or hid a license, and when',
  },
  {
    to: '/admin/security-audit',
    Icon: ShieldTask24Regular,
    name: 'Security Audit',
    text: 'Checks of this installation, with how to fix what failed',
  },
  {
    to: '/admin/security-dashboard',
    Icon: ShieldCheckmark24Regular,
    name: 'Security Dashboard',
    text: 'Score, sessions and sign-in protection',
  },
  {
    to: '/azure-config',
    Icon: PlugConnected24Regular,
    name: 'Azure Config',
    text: 'The app registration as which Tenantscope reads',
  },
]

/** The other screens for administrators. */
export function AdminScreens() {
  return (
    <SectionCard title="Other administration screens">
      <WaysList ways={SCREENS} />
    </SectionCard>
  )
}
