import { Badge } from '@fluentui/react-components'
import { CheckmarkCircle16Filled } from '@fluentui/react-icons/svg/checkmark-circle'
import { DismissCircle16Filled } from '@fluentui/react-icons/svg/dismiss-circle'
import { Warning16Filled } from '@fluentui/react-icons/svg/warning'
import type { CheckStatus } from '@tenantscope/contract/azure'

const BADGES = {
  success: { word: 'PASS', color: 'success', icon: <CheckmarkCircle16Filled /> },
  partial: { word: 'PARTIAL', color: 'warning', icon: <Warning16Filled /> },
  fail: { word: 'FAIL', color: 'danger', icon: <DismissCircle16Filled /> },
} as const satisfies Record<CheckStatus, object>

/** How the last check ended. */
export function StatusBadge({ status }: { status: CheckStatus }) {
  const { word, color, icon } = BADGES[status]
  return (
    <Badge appearance="tint" size="large" color={color} icon={icon}>
      {word}
    </Badge>
  )
}
