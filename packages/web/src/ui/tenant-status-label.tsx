import type { TenantStatus } from '@tenantscope/contract/tenants'

import { StatusLabel } from './status-label.tsx'
import type { StatusTone } from './status-label.tsx'
import { useHealthTone } from './use-health-tone.ts'

const TONES: Record<TenantStatus, StatusTone> = {
  Active: 'good',
  Pending: 'waiting',
  Inactive: 'off',
}

export function TenantStatusLabel({ status }: { status: TenantStatus }) {
  return <StatusLabel tone={useHealthTone(TONES[status])}>{status}</StatusLabel>
}
