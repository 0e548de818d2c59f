import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { getTenantPosture } from '@tenantscope/contract/posture'
import type { TenantPosture } from '@tenantscope/contract/posture'

import { call } from './api.ts'
import { POSTURE } from './tenant-data.ts'

/** A tenant and the date of its data: a refresh reads the posture again. */
export interface PostureKey {
  tenantId: TenantId
  dataAsOf: string | null
  /** Marks reads without a user action, which do not prolong the session. */
  isQuiet: boolean
}

/** While new data of a tenant is judged, its posture is read this often. */
const JUDGING_MS = 5_000
/** A judging that takes longer is shown at the next reading. */
const MOST_JUDGING_READS = 60

/** Reads the score and the checks of a tenant. */
export function tenantPostureQuery({ tenantId, dataAsOf, isQuiet }: PostureKey) {
  return queryOptions({
    queryKey: [POSTURE, tenantId, 'checks', dataAsOf],
    queryFn: ({ signal, client, queryKey }) =>
      call(
        getTenantPosture,
        { params: { tenantId } },
        { signal, background: isQuiet || client.getQueryData(queryKey) !== undefined },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      isJudged(state.data, dataAsOf) || state.dataUpdateCount >= MOST_JUDGING_READS
        ? false
        : JUDGING_MS,
  })
}

/** Returns whether the tenant was judged since its data was read; also true without a reply. */
function isJudged(posture: TenantPosture | undefined, dataAsOf: string | null): boolean {
  if (posture === undefined) return true
  const { judgedAt } = posture
  return judgedAt !== null && (dataAsOf === null || Date.parse(judgedAt) >= Date.parse(dataAsOf))
}
