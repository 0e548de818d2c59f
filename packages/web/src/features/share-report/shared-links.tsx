import { makeStyles, Switch } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { TenantId } from '@tenantscope/contract/ids'
import { useState, useEffect, useEffectEvent } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { ClosableDialog } from '../../ui/closable-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RereadFailed } from '../../ui/reread-failed.tsx'
import { Stack } from '../../ui/stack.tsx'
import { LinkList } from './link-list.tsx'
import { sharesQuery } from './shares.queries.ts'
import type { ShareScope } from './shares.queries.ts'

const useStyles = makeStyles({
  // The switch's own inset would put it out of line with the list.
  scope: { marginInlineStart: '-8px' },
  // On a phone Fluent's dialogs are as wide as the window.
  surface: {
    maxWidth: '1200px',
    '@media (min-width: 481px)': { width: 'calc(100vw - 48px)' },
  },
  // The dialog keeps its height during a search.
  content: { minHeight: '400px', '@media (max-height: 640px)': { minHeight: 0 } },
})

/** The links of one tenant, or (null) of all: the reader's own or, for administrators, everyone's. */
export function SharedLinks({ tenantId }: { tenantId: TenantId | null }) {
  const styles = useStyles()
  const { isAdmin } = useCurrentUser()
  const [scope, setScope] = useState<ShareScope>('mine')
  return (
    <Stack gap={16}>
      {isAdmin && (
        <div>
          <Switch
            className={styles.scope}
            label="Links of all users"
            checked={scope === 'everyone'}
            onChange={(_, { checked }) => setScope(checked ? 'everyone' : 'mine')}
          />
        </div>
      )}
      {/* The key resets the search when the list changes. */}
      <Links key={scope} scope={scope} tenantId={tenantId} />
    </Stack>
  )
}

function Links({ scope, tenantId }: { scope: ShareScope; tenantId: TenantId | null }) {
  const shares = useQuery(sharesQuery({ scope, tenantId }))
  const readAgain = () => void shares.refetch({ cancelRefetch: false })
  // Customers open links meanwhile: the counts are read again when the window gets the focus.
  useWindowFocus(readAgain)
  if (shares.isPending) return <PageSpinner text="Loading links..." />
  if (shares.isLoadingError)
    return <LoadFailed title="The links could not be loaded" query={shares} />
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
  const title = scope === 'everyone' ? 'No shared reports yet' : 'You have not shared a report yet'
  return {
    title: tenantId === null ? title : `${title.replace(' yet', '')} of this tenant yet`,
    text: 'Links to redacted reports are listed here with their views.',
  }
}

/** Calls the handler whenever the window gets the focus. */
function useWindowFocus(handle: () => void): void {
  const onFocus = useEffectEvent(handle)
  useEffect(() => {
    const listener = () => onFocus()
    window.addEventListener('focus', listener)
    return () => window.removeEventListener('focus', listener)
  }, [])
}

interface SharedLinksDialogProps {
  /** Only the links of this tenant; without it, of all. */
  tenantId?: TenantId
  onClose: () => void
}

/** The links of the reader; administrators can see and end all links. */
export function SharedLinksDialog({ tenantId, onClose }: SharedLinksDialogProps) {
  const styles = useStyles()
  return (
    <ClosableDialog
      title="Shared links"
      className={styles.surface}
      contentClassName={styles.content}
      onClose={onClose}
    >
      <SharedLinks tenantId={tenantId ?? null} />
    </ClosableDialog>
  )
}
