import type { FluentIcon } from '@fluentui/react-icons'
import { Certificate16Regular } from '@fluentui/react-icons/svg/certificate'
import { LockClosed16Regular } from '@fluentui/react-icons/svg/lock-closed'
import { ShieldTask16Regular } from '@fluentui/react-icons/svg/shield-task'
import { verdictText } from '@tenantscope/analysis/checks/posture-text'
import type { ShownVerdict } from '@tenantscope/contract/posture'

import { StatusLabel } from '../../ui/status-label.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'

interface Look {
  tone: StatusTone
  /** Absent: the icon of the tone. */
  icon?: FluentIcon
}

const LOOKS: Readonly<Record<ShownVerdict, Look>> = {
  passed: { tone: 'good' },
  failed: { tone: 'bad' },
  excepted: { tone: 'info', icon: ShieldTask16Regular },
  notLicensed: { tone: 'info', icon: Certificate16Regular },
  noPermission: { tone: 'info', icon: LockClosed16Regular },
  notRead: { tone: 'unknown' },
  notApplicable: { tone: 'off' },
}

interface VerdictLabelProps {
  /** Null: the tenant was not judged yet. */
  verdict: ShownVerdict | null
}

/** Shows a verdict as an icon and words; the color only repeats them. */
export function VerdictLabel({ verdict }: VerdictLabelProps) {
  const look = verdict === null ? WAITING : LOOKS[verdict]
  return <StatusLabel {...look}>{verdictText(verdict)}</StatusLabel>
}

const WAITING: Look = { tone: 'waiting' }
