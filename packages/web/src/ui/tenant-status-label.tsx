import type { TenantStatus } from '@tenantscope/contract/tenants'

import { connectionRefusal } from '../lib/connection-refusal.ts'
import { useStore } from '../lib/store.ts'
import { StatusLabel } from './status-label.tsx'
import type { StatusTone } from './status-label.tsx'

const TONES: Record<TenantStatus, StatusTone> = {
  Active: 'good',
  Pending: 'waiting',
  Inactive: 'off',
}

/** Shows a tenant's status. While Microsoft refuses the connection, none is shown as healthy. */
export function TenantStatusLabel({ status }: { status: TenantStatus }) {
  const isRefused = useStore(connectionRefusal) !== null
  const tone = TONES[status]
  return <StatusLabel tone={isRefused && tone === 'good' ? 'unknown' : tone}>{status}</StatusLabel>
}
