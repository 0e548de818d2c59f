import { changeText } from '@tenantscope/analysis/checks/posture-text'
import type { PostureChange } from '@tenantscope/contract/posture'

import { StatusLabel } from '../../ui/status-label.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'

const TONES: Readonly<Record<PostureChange, StatusTone>> = {
  baseline: 'info',
  new: 'warning',
  regressed: 'bad',
  fixed: 'good',
  unreadable: 'unknown',
  ruleChanged: 'info',
  other: 'info',
}

/** Shows a change as an icon and words; the color only repeats them. */
export function ChangeLabel({ change }: { change: PostureChange }) {
  return (
    <StatusLabel tone={TONES[change]} isSentence>
      {changeText(change)}
    </StatusLabel>
  )
}
