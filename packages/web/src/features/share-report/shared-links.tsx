import { makeStyles, Switch } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { useState } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { LinkList } from './link-list.tsx'
import { sharesQuery } from './shares.queries.ts'
import type { ShareScope } from './shares.queries.ts'
import { useWindowFocus } from './use-window-focus.ts'

const useStyles = makeStyles({
  links: { display: 'flex', flexDirection: 'column', gap: '16px', minWidth: 0 },
  // The switch's own inset would put it out of line with the list.
  scope: { marginInlineStart: '-8px' },
})

/** The links of one tenant, or (null) of all: the reader's own or, for administrators, everyone's. */
export function SharedLinks({ tenantId }: { tenantId: TenantId | null }) {
  const styles = useStyles()
  const { isAdmin } = useCurrentUser()
  const [scope, setScope] = useState<ShareScope>('mine')
  return (
    <div className={styles.links}>
      {isAdmin && (
        <div>
          <Switch
            className={styles.scope}
            label="Links of everyone"
            checked={scope === 'everyone'}
            onChange={(_, { checked }) => setScope(checked ? 'everyone' : 'mine')}
          />
        </div>
      )}
      {/* By its key: a search in one list is none in the other. */}
      <Links key={scope} scope={scope} tenantId={tenantId} />
    </div>
  )
}

function Links({ scope, tenantId }: { scope: ShareScope; tenantId: TenantId | null }) {
  const shares = useQuery(sharesQuery({ scope, tenantId }))
  const readAgain = () => void shares.refetch({ cancelRefetch: false })
  // Customers open links meanwhile: whoever comes back sees today's counts.
  useWindowFocus(readAgain)
  if (shares.isPending) return <PageSpinner text="Loading links..." />
  if (shares.isLoadingError)
    return (
      <LoadFailed
        title="The links could not be loaded"
        message={userMessageOf(shares.error)}
        requestId={requestIdOf(shares.error)}
        onRetry={readAgain}
      />
    )
  return (
    <>
      {shares.isRefetchError && (
        <RereadFailed
          title="The links could not be loaded again"
          message={userMessageOf(shares.error)}
        />
      )}
      {shares.data.length === 0 ? (
        <EmptyState {...emptyWords({ scope, tenantId })} />
      ) : (
        <LinkList
          shares={shares.data}
          namesTenants={tenantId === null}
          namesMakers={scope === 'everyone'}
          onReadAgain={readAgain}
        />
      )}
    </>
  )
}

function emptyWords({ scope, tenantId }: { scope: ShareScope; tenantId: TenantId | null }) {
  const title =
    scope === 'everyone' ? 'Nobody has shared a report yet' : 'You have not shared a report yet'
  return {
    title: tenantId === null ? title : `${title.replace(' yet', '')} of this tenant yet`,
    text: 'A link to a redacted report is listed here once it was made, with who opened it.',
  }
}
