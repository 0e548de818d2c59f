import { VERIFICATION_NAMES } from '@tenantscope/contract/tenants'
import type { Verification } from '@tenantscope/contract/tenants'

import { StatusLabel } from './status-label.tsx'
import type { StatusTone } from './status-label.tsx'
import { useHealthTone } from './use-health-tone.ts'

const TONES: Readonly<Record<Verification, StatusTone>> = {
  full: 'good',
  limited: 'warning',
  notReadable: 'bad',
  inactive: 'off',
}

export function VerificationLabel({ verification }: { verification: Verification }) {
  const tone = useHealthTone(TONES[verification])
  return <StatusLabel tone={tone}>{VERIFICATION_NAMES[verification]}</StatusLabel>
}
