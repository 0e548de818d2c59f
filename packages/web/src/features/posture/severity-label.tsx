import { Badge } from '@fluentui/react-components'
import type { BadgeProps } from '@fluentui/react-components'
import { severityText } from '@tenantscope/analysis/checks/posture-text'
import type { CheckSeverity } from '@tenantscope/contract/posture'

const COLORS = {
  critical: 'danger',
  high: 'severe',
  medium: 'warning',
  low: 'informative',
} as const satisfies Record<CheckSeverity, BadgeProps['color']>

/** Shows the severity of a check as a word; the color only repeats it. */
export function SeverityLabel({ severity }: { severity: CheckSeverity }) {
  return (
    <Badge appearance="tint" color={COLORS[severity]}>
      {severityText(severity)}
    </Badge>
  )
}
