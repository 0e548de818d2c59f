import type { Verification } from '@tenantscope/contract/tenants'

import { StatusLabel } from './status-label.tsx'
import type { StatusTone } from './status-label.tsx'

export const VERIFICATION_NAMES: Readonly<Record<Verification, string>> = {
  full: 'Full Access',
  limited: 'Limited Access',
  notReadable: 'Not readable',
  inactive: 'Inactive',
}

const TONES: Readonly<Record<Verification, StatusTone>> = {
  full: 'good',
  limited: 'warning',
  notReadable: 'bad',
  inactive: 'off',
}

export function VerificationLabel({ verification }: { verification: Verification }) {
  return <StatusLabel tone={TONES[verification]}>{VERIFICATION_NAMES[verification]}</StatusLabel>
}
