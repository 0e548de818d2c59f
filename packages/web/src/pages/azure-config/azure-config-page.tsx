import { makeStyles, Skeleton, SkeletonItem, tokens } from '@fluentui/react-components'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { FreshSignIn } from '../../features/fresh-sign-in/fresh-sign-in.tsx'
import { HelpButton } from '../../features/help/help-button.tsx'
import { readAgain } from '../../features/refresh/expire-tenant-data.ts'
import { RefreshProgress } from '../../features/refresh/refresh-button.tsx'
import { useRefresh } from '../../features/refresh/use-refresh.ts'
import { azureConfigQuery } from '../../lib/azure-config.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { TWO_COLUMNS_STYLE } from '../../ui/two-columns-style.ts'
import { AzureConfigView } from './azure-config-view.tsx'

const useStyles = makeStyles({
  columns: TWO_COLUMNS_STYLE,
  form: { height: '560px', borderRadius: tokens.borderRadiusLarge },
  side: { height: '240px', marginBottom: '16px', borderRadius: tokens.borderRadiusLarge },
})

/** The Microsoft connection (specification section 2, Azure Configuration). */
export function AzureConfigPage() {
  const client = useQueryClient()
  const config = useQuery(azureConfigQuery({ isQuiet: false }))
  const [hasSaved, setHasSaved] = useState(false)
  const refresh = useRefresh({
    scope: 'all',
    // A refresh gets new tokens, and may learn when the credential ends.
    onNewData: (freshForMs) => {
      if (config.data) void readAgain(client, azureConfigQuery({ isQuiet: true }), freshForMs)
    },
  })
  return (
    <PageShell
      title="Azure Configuration"
      titleAside={<HelpButton topic="azure-config" />}
      crumbs={CRUMBS}
      description="The app registration in your own Microsoft Entra ID (Azure AD) directory that Tenantscope uses to read tenants."
      actions={
        <>
          <RefreshProgress refresh={refresh} />
          {hasSaved && <LinkButton to="/dashboard">Go to All Tenants</LinkButton>}
        </>
      }
    >
      {config.isPending && <LoadingConnection />}
      {config.isLoadingError && (
        <LoadFailed
          title="Failed to load the Microsoft connection"
          query={config}
          retryLabel="Retry"
        />
      )}
      {config.data && <AzureConfigView config={config.data} onSaved={() => setHasSaved(true)} />}
      <FreshSignIn />
    </PageShell>
  )
}

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'Azure Configuration' }] as const

/** The screen's own shape while the connection is read. */
function LoadingConnection() {
  const styles = useStyles()
  return (
    <Skeleton className={styles.columns} aria-label="Loading the Microsoft connection...">
      <SkeletonItem className={styles.form} />
      <div>
        <SkeletonItem className={styles.side} />
        <SkeletonItem className={styles.side} />
      </div>
    </Skeleton>
  )
}
