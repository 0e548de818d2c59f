import { makeStyles } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'

import { HelpButton } from '../../features/help/help-button.tsx'
import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { azureConfigQuery, cloudOf } from '../../lib/azure-config.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { PortalButton } from '../../ui/portal-button.tsx'
import { TWO_COLUMNS_STYLE } from '../../ui/two-columns-style.ts'
import { ManifestCard } from './manifest-card.tsx'
import { SetupInstructions } from './setup-instructions.tsx'

const useStyles = makeStyles({ columns: TWO_COLUMNS_STYLE })

/** How to register the application at Microsoft (specification section 2, Azure Redirect URI Setup). */
export function AzureRedirectSetupPage() {
  const styles = useStyles()
  const { data, isPending, isLoadingError, error, refetch } = useQuery(
    azureConfigQuery({ isQuiet: false }),
  )
  return (
    <PageShell
      title="Azure Redirect URI Setup"
      titleAside={<HelpButton topic="azure-config" />}
      crumbs={CRUMBS}
      description="The app registration as which Tenantscope reads, step by step. One serves all tenants."
      actions={
        <>
          <LinkButton to="/dashboard">Back to Dashboard</LinkButton>
          {data && <PortalButton appearance="primary" href={cloudOf(data)?.portalUrl} />}
        </>
      }
    >
      {isPending && <PageSpinner text="Loading the redirect URIs..." />}
      {isLoadingError && (
        <LoadFailed
          title="Failed to load the redirect URIs"
          message={userMessageOf(error)}
          requestId={requestIdOf(error)}
          onRetry={() => void refetch()}
          retryLabel="Retry"
        />
      )}
      {data && (
        <div className={styles.columns}>
          <SetupInstructions uris={data.redirectUris} />
          <ManifestCard uris={data.redirectUris} />
        </div>
      )}
    </PageShell>
  )
}

const CRUMBS = [
  { label: 'Dashboard', to: '/dashboard' },
  { label: 'Azure Configuration', to: '/azure-config' },
  { label: 'Azure Redirect URI Setup' },
] as const
