import type { TenantConsent } from '@tenantscope/contract/tenants'

import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { StatusTone } from '../../ui/status-label.tsx'

const TONES: Record<TenantConsent['state'], StatusTone> = {
  none: 'off',
  granted: 'good',
  lost: 'bad',
  awaitingApproval: 'waiting',
}

/** Where a tenant's consent stands, and since when. */
export function ConsentLabel({ consent }: { consent: TenantConsent }) {
  const format = useFormat()
  return <StatusLabel tone={TONES[consent.state]}>{wordsFor(consent, format)}</StatusLabel>
}

function wordsFor({ state, since }: TenantConsent, format: Format): string {
  const at = since === null ? '' : ` ${format.dateTime(since)}`
  if (state === 'none') return 'Not given'
  if (state === 'granted') return `Given${at}`
  if (state === 'lost') return since === null ? 'Withdrawn' : `Withdrawn, noticed${at}`
  return `Given${at}, waiting for approval`
}
