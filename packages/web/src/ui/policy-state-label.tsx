import { policyStateLabel } from '@tenantscope/analysis/conditional-access'

import { StatusLabel } from './status-label.tsx'
import type { StatusTone } from './status-label.tsx'

const TONES: ReadonlyMap<string, StatusTone> = new Map([
  ['enabled', 'good'],
  ['enabledForReportingButNotEnforced', 'info'],
])

/** Shows the state of a policy; a state that Microsoft adds looks disabled (specification section 4). */
export function PolicyStateLabel({ state }: { state: string }) {
  return <StatusLabel tone={TONES.get(state) ?? 'off'}>{policyStateLabel(state)}</StatusLabel>
}
