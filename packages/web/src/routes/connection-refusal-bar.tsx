import { makeStyles } from '@fluentui/react-components'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { getConnectionRefusal } from '@tenantscope/contract/azure'
import type { ConnectionRefusal } from '@tenantscope/contract/azure'
import { useEffect, useRef } from 'react'

import { readAgain } from '../features/refresh/expire-tenant-data.ts'
import { isUnderWay } from '../features/refresh/sync-run.queries.ts'
import { call } from '../lib/api.ts'
import { CONNECTION_REFUSAL, connectionRefusal } from '../lib/connection-refusal.ts'
import { useCurrentUser } from '../lib/current-user.ts'
import { useFormat } from '../lib/preferences.ts'
import { SETUP, TENANT_DETAILS, TENANT_LIST, TENANT_PERMISSIONS } from '../lib/tenant-data.ts'
import { useAppEvent } from '../lib/use-app-event.ts'
import { LinkButton } from '../ui/app-link.tsx'
import { Notice } from '../ui/notice.tsx'

const useStyles = makeStyles({ place: { '@media print': { display: 'none' } } })

/** A refusal can begin without a run of this user: by a check, or by another user's refresh. */
const EVERY_MS = 60_000
/** During a run, data that is younger is not read again. */
const DURING_RUN_MS = 5_000

const refusalQuery = queryOptions({
  queryKey: [CONNECTION_REFUSAL],
  queryFn: ({ signal }) => call(getConnectionRefusal, {}, { signal, background: true }),
  refetchInterval: EVERY_MS,
})

/** Names on every page why Microsoft refuses the connection, since when, and what resolves it. */
export function ConnectionRefusalBar() {
  const styles = useStyles()
  const refusal = useRefusal()
  if (refusal === null) return null
  return (
    <aside className={styles.place} aria-label="Microsoft connection">
      <Refusal refusal={refusal} />
    </aside>
  )
}

function Refusal({ refusal }: { refusal: ConnectionRefusal }) {
  const format = useFormat()
  const { isAdmin } = useCurrentUser()
  const isAtConnection = useLocation({ select: ({ pathname }) => pathname === '/azure-config' })
  const { title, consequence, action } = refusal
  return (
    <Notice
      intent="error"
      shape="square"
      politeness="assertive"
      title={title}
      actions={
        isAdmin && !isAtConnection ? (
          <LinkButton to="/azure-config">Open Azure Configuration</LinkButton>
        ) : undefined
      }
    >
      Since {format.dateTime(refusal.since)}. {consequence}{' '}
      {isAdmin ? action : 'Ask an administrator of Tenantscope to resolve this.'}
    </Notice>
  )
}

function useRefusal(): ConnectionRefusal | null {
  const client = useQueryClient()
  const { data } = useQuery(refusalQuery)
  const refusal = data?.refusal ?? null
  useAppEvent('sync-run', ({ run }) => {
    void readAgain(client, refusalQuery, isUnderWay(run) ? DURING_RUN_MS : 0)
  })
  useEffect(() => {
    connectionRefusal.set(refusal)
    return () => connectionRefusal.set(null)
  }, [refusal])
  useRereadOnChange(client, data && refusal === null)
  return refusal
}

/** What the server replies about tenants and the setup depends on the refusal. */
function useRereadOnChange(client: QueryClient, isAccepted: boolean | undefined): void {
  const before = useRef(isAccepted)
  useEffect(() => {
    if (before.current === isAccepted) return
    const isFirst = before.current === undefined
    before.current = isAccepted
    if (isFirst) return
    for (const key of [TENANT_LIST, TENANT_DETAILS, TENANT_PERMISSIONS, SETUP])
      void client.invalidateQueries({ queryKey: [key] })
  }, [client, isAccepted])
}
