import { queryOptions } from '@tanstack/react-query'
import type { TenantGroupId, TenantId } from '@tenantscope/contract/ids'
import { getTenantPolicy } from '@tenantscope/contract/policy-page'
import { getPosture, getPostureChanges, getPostureCheck } from '@tenantscope/contract/posture'
import type { CheckId } from '@tenantscope/contract/posture'
import { getPostureTrend } from '@tenantscope/contract/posture-trend'

import { call } from '../../lib/api.ts'
import { POSTURE } from '../../lib/tenant-data.ts'

// Exceptions change verdicts at once, so a screen that is opened again reads them again.
const staleTime = 0

/** Reads the verdicts of every check on every tenant of the reader. */
export const postureQuery = queryOptions({
  queryKey: [POSTURE, 'estate'],
  queryFn: ({ signal }) => call(getPosture, {}, { signal }),
  staleTime,
})

const DAY_MS = 86_400_000

/** Reads the changes of verdicts in the last days. */
export const postureChangesQuery = (days: number) =>
  queryOptions({
    queryKey: [POSTURE, 'changes', days],
    queryFn: ({ signal }) => {
      const since = new Date(Date.now() - days * DAY_MS).toISOString()
      return call(getPostureChanges, { query: { since } }, { signal })
    },
    staleTime,
  })

/** Reads on how many tenants each check failed, day by day; of one group or all tenants. */
export const postureTrendQuery = (days: number, groupId: TenantGroupId | undefined) =>
  queryOptions({
    queryKey: [POSTURE, 'trend', days, groupId],
    queryFn: ({ signal }) => call(getPostureTrend, { query: { days, groupId } }, { signal }),
    staleTime,
  })

/** Reads one check with its verdict on every tenant of the reader. */
export const postureCheckQuery = (checkId: CheckId) =>
  queryOptions({
    queryKey: [POSTURE, 'check', checkId],
    queryFn: ({ signal }) => call(getPostureCheck, { params: { checkId } }, { signal }),
    staleTime,
  })

interface AskedPolicy {
  tenantId: TenantId
  policyId: string
  /** The date of the tenant's data: a refresh reads the policy again. */
  dataAsOf: string | null
  /** Marks reads without a user action, which do not prolong the session. */
  isQuiet: boolean
}

/** Reads one Conditional Access policy of a tenant. */
export const tenantPolicyQuery = ({ tenantId, policyId, dataAsOf, isQuiet }: AskedPolicy) =>
  queryOptions({
    queryKey: [POSTURE, tenantId, 'policy', policyId, dataAsOf],
    queryFn: ({ signal }) =>
      call(getTenantPolicy, { params: { tenantId, policyId } }, { signal, background: isQuiet }),
  })
