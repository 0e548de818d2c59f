import type { ReportShare } from '@tenantscope/contract/shares'

import { statusOf } from './share-status.ts'
import type { ShareStatus } from './share-status.ts'

export type StatusFilter = ShareStatus | 'all'

interface ShareSearch {
  /** Of a tenant's name. */
  search: string
  status: StatusFilter
  now: Date
}

/** The links of tenants whose name holds the text, with that status; in the order given. */
export function findShares(
  shares: readonly ReportShare[],
  { search, status, now }: ShareSearch,
): readonly ReportShare[] {
  const wanted = folded(search.trim())
  return shares.filter(
    (share) =>
      (status === 'all' || statusOf(share, now) === status) &&
      folded(share.tenantName).includes(wanted),
  )
}

// NFC, since the same name reaches us composed from one system and decomposed from another.
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase()
}
