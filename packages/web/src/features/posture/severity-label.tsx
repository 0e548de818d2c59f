import { Badge } from '@fluentui/react-components'
import type { BadgeProps } from '@fluentui/react-components'
import { severityText } from '@tenantscope/analysis/checks/posture-text'
import type { CheckSeverity, ShownVerdict } from '@tenantscope/contract/posture'

const COLORS = {
  critical: 'danger',
  high: 'severe',
  medium: 'warning',
  low: 'informative',
} as const satisfies Record<CheckSeverity, BadgeProps['color']>

interface SeverityLabelProps {
  severity: CheckSeverity
  /** Of one tenant. The severity of a passed check is no alarm. */
  verdict?: ShownVerdict | null | undefined
}

/** Shows the severity of a check as a word; the color only repeats it. */
export function SeverityLabel({ severity, verdict }: SeverityLabelProps) {
  const isMuted = verdict === 'passed' || verdict === 'notApplicable'
  return (
    <Badge
      appearance={isMuted ? 'outline' : 'tint'}
      color={isMuted ? 'informative' : COLORS[severity]}
    >
      {severityText(severity)}
    </Badge>
  )
}
