import type { AccessLevel } from '@tenantscope/contract/tenants'

import { StatusLabel } from './status-label.tsx'
import type { StatusTone } from './status-label.tsx'

const LABELS: Record<AccessLevel, { tone: StatusTone; word: string }> = {
  full: { tone: 'good', word: 'Full' },
  limited: { tone: 'warning', word: 'Limited' },
  unknown: { tone: 'unknown', word: 'Unknown' },
}

interface AccessLevelLabelProps {
  level: AccessLevel
  /** The long form, 'Full Access', where no column says what the word is about. */
  long?: boolean
}

export function AccessLevelLabel({ level, long = false }: AccessLevelLabelProps) {
  const { tone, word } = LABELS[level]
  return <StatusLabel tone={tone}>{long ? `${word} Access` : word}</StatusLabel>
}
