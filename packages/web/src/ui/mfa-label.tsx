import type { MfaVerdict } from '@tenantscope/contract/tenants'

import { StatusLabel } from './status-label.tsx'
import type { StatusTone } from './status-label.tsx'

const LABELS: Record<MfaVerdict, { tone: StatusTone; word: string }> = {
  required: { tone: 'good', word: 'Required' },
  partial: { tone: 'warning', word: 'Partial' },
  absent: { tone: 'bad', word: 'Absent' },
  notLicensed: { tone: 'off', word: 'Not licensed' },
  unknown: { tone: 'unknown', word: 'Unknown' },
}

/** Whether the tenant's policies ask for more than a password. */
export function MfaLabel({ verdict }: { verdict: MfaVerdict }) {
  const { tone, word } = LABELS[verdict]
  return <StatusLabel tone={tone}>{word}</StatusLabel>
}
