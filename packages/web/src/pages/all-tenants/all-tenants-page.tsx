import {
  makeStyles,
  mergeClasses,
  Skeleton,
  SkeletonItem,
  tokens,
} from '@fluentui/react-components'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { PERMISSIONS_POLL_MS } from '@tenantscope/contract/limits'
import type { ViewPreferences } from '@tenantscope/contract/views'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useConsents } from '../../features/consent/use-consents.ts'
import { HelpButton } from '../../features/help/help-button.tsx'
import { readAgain } from '../../features/refresh/expire-tenant-data.ts'
import { RefreshButton, RefreshProgress } from '../../features/refresh/refresh-button.tsx'
import { useRefresh } from '../../features/refresh/use-refresh.ts'
import { ApiError, requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { permissionsQuery } from '../../lib/permissions.ts'
import { useCompactView } from '../../lib/preferences.ts'
import { tenantListQuery } from '../../lib/tenant-list.ts'
import type { TenantList } from '../../lib/tenant-list.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { Stack } from '../../ui/stack.tsx'
import { isDefault, viewOf } from './all-tenants-view.ts'
import type { AllTenantsSearch } from './all-tenants-view.ts'
import { savedViewQuery, searchOfSaved } from './saved-view.ts'
import { SummaryGrid } from './summary-grid.tsx'
import { TenantsAge } from './tenants-age.tsx'
import { TenantsOrSetup } from './tenants-or-setup.tsx'

const useStyles = makeStyles({
  age: { width: '160px', maxWidth: '100%' },
  whole: { display: 'flex', flexDirection: 'column', gap: '16px' },
  // As high as what takes their place, so that nothing jumps.
  card: { height: '100%', borderRadius: tokens.borderRadiusLarge },
  title: { width: '144px' },
  findings: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 216px), 1fr))',
    gap: '12px',
    '@media (max-width: 720px)': { gap: '8px' },
  },
  finding: { height: '66px', borderRadius: tokens.borderRadiusLarge },
  commands: { height: '32px', marginBlock: '-8px' },
  filters: { height: '32px', maxWidth: '400px' },
  table: {
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  row: {
    display: 'flex',
    alignItems: 'center',
    height: '44px',
    padding: '0 16px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  dense: { height: '36px' },
})

/** The home of the product: every tenant that the reader may see (specification section 2). */
export function AllTenantsPage() {
  const { list, permissions, refresh, consents } = useTenantList()
  const isViewKnown = useOpeningView()
  const isPending = list.isPending || (list.isSuccess && !isViewKnown)
  return (
    <PageShell
      title="All Tenants"
      titleAside={<HelpButton topic="tenant-dashboard" />}
      description={<Age list={list.data} isPending={isPending} />}
      actions={
        <>
          <RefreshProgress refresh={refresh} />
          {canRefresh(list.data) && <RefreshButton refresh={refresh} />}
        </>
      }
    >
      {isPending && <LoadingTenants />}
      {list.isLoadingError && (
        <LoadFailed
          title={FAILED}
          message={loadFailureText(list.error)}
          requestId={requestIdOf(list.error)}
          retryLabel="Retry"
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isRefetchError && <RereadFailed title={FAILED} message={userMessageOf(list.error)} />}
      {list.data && !isPending && (
        <TenantsOrSetup
          list={list.data}
          permissions={permissions}
          refresh={refresh}
          consents={consents}
        />
      )}
    </PageShell>
  )
}

const FAILED = 'Failed to load tenant data'

/** Returns why the tenants could not be loaded (specification section 8). */
function loadFailureText(error: unknown): string {
  const message = error instanceof ApiError && error.body ? error.userMessage : undefined
  return message ?? 'Unable to connect to Microsoft Graph API. Please check your configuration.'
}

/** Without tenants, the empty state shows what to do instead. */
function canRefresh(list: TenantList | undefined): boolean {
  return list === undefined || (list.isConnected && list.tenants.length > 0)
}

function Age({ list, isPending }: { list: TenantList | undefined; isPending: boolean }) {
  const styles = useStyles()
  if (!isPending) return list && list.tenants.length > 0 && <TenantsAge list={list} />
  return (
    <Skeleton className={styles.age} aria-hidden>
      <SkeletonItem size={16} />
    </Skeleton>
  )
}

/**
 * Opens All Tenants with the person's saved view where the address asks for nothing: links win, and so
 * does 'all tenants' when it was chosen here. False until it is known what to show, so that no table
 * appears that another one replaces. A view that cannot be loaded is as good as none.
 */
function useOpeningView(): boolean {
  const navigate = useNavigate()
  const location = useLocation()
  const { data: saved, isFetched } = useQuery(savedViewQuery)
  const [isOpen, setIsOpen] = useState(
    () => location.state.isChosenHere === true || !isDefault(viewOf(location.search)),
  )
  const isToBeApplied = !isOpen && openingOf(saved) !== null
  // Decided once: a view that is saved later is the one on screen.
  if (!isOpen && isFetched && !isToBeApplied) setIsOpen(true)
  useEffect(() => {
    const search = openingOf(saved)
    if (!isToBeApplied || search === null) return
    void navigate({
      to: '/dashboard',
      // What a link opens over the table stays open.
      search: ({ reports }) => ({ ...search, reports }),
      replace: true,
    }).then(() => setIsOpen(true))
  }, [isToBeApplied, saved, navigate])
  return isFetched && !isToBeApplied
}

/** The address of the saved view; null where it is what an empty address shows. */
function openingOf(saved: ViewPreferences | null | undefined): AllTenantsSearch | null {
  if (!saved) return null
  const search = searchOfSaved(saved)
  return isDefault(viewOf(search)) ? null : search
}

const ROWS = Array.from({ length: 12 }, (_, index) => index)
const CARDS = [0, 1, 2, 3, 4, 5]
const FINDINGS = [0, 1, 2]

/** The screen's own shape while its data arrive. */
function LoadingTenants() {
  const styles = useStyles()
  const row = mergeClasses(styles.row, useCompactView() && styles.dense)
  return (
    <Skeleton className={styles.whole} aria-label="Loading tenants...">
      <SummaryGrid>
        {CARDS.map((card) => (
          <SkeletonItem key={card} className={styles.card} />
        ))}
      </SummaryGrid>
      <Stack gap={8}>
        <SkeletonItem size={20} className={styles.title} />
        <div className={styles.findings}>
          {FINDINGS.map((finding) => (
            <SkeletonItem key={finding} className={styles.finding} />
          ))}
        </div>
      </Stack>
      <SkeletonItem className={styles.filters} />
      <div className={styles.commands} />
      <div className={styles.table}>
        {ROWS.map((index) => (
          <div key={index} className={row}>
            <SkeletonItem size={16} />
          </div>
        ))}
      </div>
    </Skeleton>
  )
}

/** The reader's tenants, kept up to date by the refreshes that end while the page is open. */
function useTenantList() {
  const client = useQueryClient()
  const list = useQuery(tenantListQuery({ isQuiet: false }))
  const permissions = useQuery(permissionsQuery({ isQuiet: false }))
  const consents = useConsents({ popup: 'dashboard' })
  const readListQuietly = (freshForMs: number) => {
    void readAgain(client, tenantListQuery({ isQuiet: true }), freshForMs)
  }
  const verifyQuietly = (freshForMs: number) => {
    void readAgain(client, permissionsQuery({ isQuiet: true }), freshForMs)
  }
  const refresh = useRefresh({
    scope: 'all',
    knownRun: list.data?.currentRun,
    onNewData: (freshForMs) => {
      readListQuietly(freshForMs)
      verifyQuietly(freshForMs)
    },
  })
  const nothingRead = list.data?.tenants.every(({ dataAsOf }) => dataAsOf === null) ?? false
  const isVerified =
    (permissions.data?.verifying ?? 0) > 0 ||
    consents.steps.some(({ phase }) => phase === 'verifying')
  useRepeated(
    () => {
      verifyQuietly(PERMISSIONS_POLL_MS / 2)
      if (nothingRead) readListQuietly(PERMISSIONS_POLL_MS / 2)
    },
    refresh.isUnderWay || isVerified ? PERMISSIONS_POLL_MS : null,
  )
  // New results mean new rows (specification section 4).
  useChanged(permissions.data?.scanTimestamp, () => readListQuietly(PERMISSIONS_POLL_MS / 2))
  return { list, permissions, refresh, consents }
}

/** Does something again and again; never while `everyMs` is null. */
function useRepeated(action: () => void, everyMs: number | null): void {
  const act = useEffectEvent(action)
  useEffect(() => {
    if (everyMs === null) return undefined
    const timer = setInterval(() => act(), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
}

/** Calls when a value that was known becomes another one. */
function useChanged(value: string | null | undefined, onChange: () => void): void {
  const known = useRef(value)
  const changed = useEffectEvent(onChange)
  useEffect(() => {
    const before = known.current
    known.current = value
    if (before !== undefined && value !== undefined && before !== value) changed()
  }, [value])
}
