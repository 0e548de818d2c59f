import { makeStyles, Button, tokens, typographyStyles } from '@fluentui/react-components'
import { Checkmark16Regular } from '@fluentui/react-icons/svg/checkmark'
import { Copy16Regular } from '@fluentui/react-icons/svg/copy'
import { useQuery } from '@tanstack/react-query'
import type { AzureConfig } from '@tenantscope/contract/azure'

import { HelpButton } from '../../features/help/help-button.tsx'
import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { azureConfigQuery, cloudOf } from '../../lib/azure-config.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { SETUP_COPY_WORDS } from '../../ui/copy-text.ts'
import { useCopied } from '../../ui/copy-text.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { PortalButton } from '../../ui/portal-button.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Text } from '../../ui/text.tsx'
import { TwoColumns } from '../../ui/two-columns.tsx'
import { manifestFor } from './manifest.ts'
import { SetupInstructions } from './setup-instructions.tsx'

const useStyles = makeStyles({
  // Stays beside the steps that it replaces while the page is scrolled.
  card: { '@media (min-width: 961px)': { position: 'sticky', top: '64px' } },
  manifest: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    maxHeight: 'max(240px, min(640px, calc(100vh - 320px)))',
    margin: 0,
    padding: '12px 16px',
    overflow: 'auto',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

/** How to register the application at Microsoft (specification section 2, Azure Redirect URI Setup). */
export function AzureRedirectSetupPage() {
  const { data, isPending, isLoadingError, error, refetch } = useQuery(
    azureConfigQuery({ isQuiet: false }),
  )
  return (
    <PageShell
      title="Azure Redirect URI Setup"
      titleAside={<HelpButton topic="azure-config" />}
      crumbs={CRUMBS}
      description="The app registration that Tenantscope uses to read tenants, step by step. One serves all tenants."
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
        <TwoColumns>
          <SetupInstructions uris={data.redirectUris} />
          <ManifestCard uris={data.redirectUris} />
        </TwoColumns>
      )}
    </PageShell>
  )
}

const CRUMBS = [
  { label: 'Dashboard', to: '/dashboard' },
  { label: 'Azure Configuration', to: '/azure-config' },
  { label: 'Azure Redirect URI Setup' },
] as const

/** Several of the steps in one text, for who would rather paste than click. */
function ManifestCard({ uris }: { uris: AzureConfig['redirectUris'] }) {
  const styles = useStyles()
  const manifest = manifestFor(uris)
  const { isCopied, copy } = useCopied(manifest, SETUP_COPY_WORDS)
  return (
    <SectionCard
      className={styles.card}
      title="Manifest to paste"
      aside={
        <Button
          size="small"
          icon={isCopied ? <Checkmark16Regular /> : <Copy16Regular />}
          onClick={copy}
        >
          {isCopied ? 'Copied' : 'Copy manifest'}
        </Button>
      }
    >
      <Text muted>
        In place of steps 2, 3, 5 and 6: open Manifest in the app registration, choose Microsoft
        Graph App Manifest, replace these properties by the ones below, and save. If the application
        is also used for something else, keep its own entries.
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls needs the focus */}
      <pre className={styles.manifest} tabIndex={0} aria-label="Manifest">
        {manifest}
      </pre>
    </SectionCard>
  )
}
