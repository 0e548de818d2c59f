import { Badge } from '@fluentui/react-components'
import type { BadgeProps } from '@fluentui/react-components'
import type { SecuritySeverity } from '@tenantscope/contract/security-audit'

const LOOKS = {
  critical: { color: 'danger', word: 'Critical' },
  high: { color: 'severe', word: 'High' },
  medium: { color: 'warning', word: 'Medium' },
  low: { color: 'informative', word: 'Low' },
} as const satisfies Record<SecuritySeverity, { color: BadgeProps['color']; word: string }>

/** How much a check weighs. */
export function SeverityBadge({ severity }: { severity: SecuritySeverity }) {
  const { color, word } = LOOKS[severity]
  return (
    <Badge appearance="tint" color={color}>
      {word}
    </Badge>
  )
}
