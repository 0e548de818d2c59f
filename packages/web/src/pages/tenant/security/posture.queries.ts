import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { getTenantCoverage } from '@tenantscope/contract/coverage'
import type { TenantCoverage } from '@tenantscope/contract/coverage'
import type { CallInput } from '@tenantscope/contract/endpoint'
import type { TenantId } from '@tenantscope/contract/ids'
import { compareTenantPolicies } from '@tenantscope/contract/policy-comparison'
import {
  getTenantPosture,
  getTenantPostureChanges,
  getTenantPostureCheck,
  setEmergencyAccounts,
} from '@tenantscope/contract/posture'
import type { CheckId, TenantPosture } from '@tenantscope/contract/posture'
import {
  changePostureException,
  createPostureException,
  endPostureException,
  listPostureExceptions,
} from '@tenantscope/contract/posture-exceptions'
import type { PostureException } from '@tenantscope/contract/posture-exceptions'

import { call } from '../../../lib/api.ts'
import { runFresh } from '../../../lib/run-fresh.ts'
import { POSTURE, TENANT_LIST } from '../../../lib/tenant-data.ts'
import type { PostureKey } from '../../../lib/tenant-posture.ts'
import { failureToast, showToast } from '../../../lib/toasts.ts'

/** Reads a check of a tenant with its evidence and history. */
export function tenantCheckQuery({ tenantId, dataAsOf, isQuiet }: PostureKey, checkId: CheckId) {
  return queryOptions({
    queryKey: [POSTURE, tenantId, 'check', checkId, dataAsOf],
    queryFn: ({ signal }) =>
      call(
        getTenantPostureCheck,
        { params: { tenantId, checkId } },
        { signal, background: isQuiet },
      ),
  })
}

const DAY_MS = 86_400_000

/** Reads the changes of a tenant in the last days. */
export function tenantChangesQuery({ tenantId, dataAsOf, isQuiet }: PostureKey, days: number) {
  return queryOptions({
    queryKey: [POSTURE, tenantId, 'changes', days, dataAsOf],
    queryFn: ({ signal }) => {
      const since = new Date(Date.now() - days * DAY_MS).toISOString()
      return call(
        getTenantPostureChanges,
        { params: { tenantId }, query: { since } },
        { signal, background: isQuiet },
      )
    },
    placeholderData: keepPreviousData,
  })
}

/** Reads accepted risks that concern a tenant or a check, also those that have ended. */
export function exceptionsQuery(concerned: { tenantId: TenantId } | { checkId: CheckId }) {
  return queryOptions({
    queryKey: [POSTURE, 'exceptions', concerned],
    queryFn: async ({ signal }) =>
      (await call(listPostureExceptions, { query: concerned }, { signal })).exceptions,
  })
}

export type CoverageFilter = 'all' | 'notCovered'

const FIRST_PAGE: string | undefined = undefined

/** Reads the people of a tenant by their coverage, page by page. */
export function tenantCoverageQuery(
  { tenantId, dataAsOf, isQuiet }: PostureKey,
  filter: CoverageFilter,
) {
  return infiniteQueryOptions({
    queryKey: [POSTURE, tenantId, 'coverage', filter, dataAsOf],
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        getTenantCoverage,
        { params: { tenantId }, query: { filter, cursor } },
        { signal, background: isQuiet },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** Reads one person of a tenant, who may be on no page that was read. */
export function coveredPersonQuery({ tenantId, dataAsOf, isQuiet }: PostureKey, userId: string) {
  return queryOptions({
    queryKey: [POSTURE, tenantId, 'coverage of', userId, dataAsOf],
    queryFn: ({ signal }) =>
      call(
        getTenantCoverage,
        { params: { tenantId }, query: { filter: 'all', userId } },
        { signal, background: isQuiet },
      ),
  })
}

/** Compares the policies of a tenant with those of another one. */
export function policyComparisonQuery(
  { tenantId, dataAsOf, isQuiet }: PostureKey,
  compareWith: string,
) {
  return queryOptions({
    queryKey: [POSTURE, tenantId, 'compared with', compareWith, dataAsOf],
    queryFn: ({ signal }) =>
      call(
        compareTenantPolicies,
        { params: { tenantId }, query: { compareWith } },
        { signal, background: isQuiet },
      ),
    // The other tenant may have been read meanwhile.
    staleTime: 0,
  })
}

const LARGEST_PAGE = 200

/** Reads all pages, for a file. */
export async function readAllCoverage(
  tenantId: TenantId,
  filter: CoverageFilter,
): Promise<readonly TenantCoverage[]> {
  const pages: TenantCoverage[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const query = { filter, cursor, limit: LARGEST_PAGE }
    const page: TenantCoverage = await call(getTenantCoverage, { params: { tenantId }, query })
    pages.push(page)
    cursor = page.nextCursor
  }
  return pages
}

type NewException = CallInput<typeof createPostureException>['body']

/** Accepts a risk; every posture is read again, since it may concern more tenants. */
export function useAcceptRisk() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewException) => call(createPostureException, { body }),
    onSuccess: () => afterChange(client, 'Risk accepted'),
  })
}

type Prolonged = Pick<PostureException, 'id'> & {
  body: CallInput<typeof changePostureException>['body']
}

export function useProlongException() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id: exceptionId, body }: Prolonged) =>
      call(changePostureException, { params: { exceptionId }, body }),
    onSuccess: () => afterChange(client, 'Accepted risk changed'),
  })
}

export function useEndException() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id: exceptionId }: Pick<PostureException, 'id'>) =>
      call(endPostureException, { params: { exceptionId } }),
    onSuccess: () => afterChange(client, 'Accepted risk ended'),
    onError: failureToast('The accepted risk was not ended'),
  })
}

/** Reads the accounts that another user declared meanwhile. */
export async function readEmergencyAccounts(client: QueryClient, tenantId: TenantId) {
  const posture = await call(getTenantPosture, { params: { tenantId } })
  client.setQueriesData<TenantPosture>(
    { queryKey: [POSTURE, tenantId, 'checks'] },
    (known) => known && posture,
  )
  return { accounts: posture.emergencyAccounts, version: posture.emergencyAccountsVersion }
}

type NewAccounts = CallInput<typeof setEmergencyAccounts>['body']

/** Replaces the emergency access accounts; the user may have to sign in again. */
export function useSetEmergencyAccounts(tenantId: TenantId) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: NewAccounts) =>
      runFresh(() => call(setEmergencyAccounts, { params: { tenantId }, body })),
    onSuccess: () => afterChange(client, 'Emergency access accounts saved'),
  })
}

/** Verdicts are derived from what changed. */
async function afterChange(client: QueryClient, title: string): Promise<void> {
  showToast({ intent: 'success', title })
  await Promise.all(
    [POSTURE, TENANT_LIST].map((key) => client.invalidateQueries({ queryKey: [key] })),
  )
}
