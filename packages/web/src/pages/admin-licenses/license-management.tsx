import { Button, makeStyles, Spinner } from '@fluentui/react-components'
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { useQuery } from '@tanstack/react-query'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { useDeferredValue, useMemo } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { licensesQuery, useDiscoverLicenses } from '../../lib/licenses.ts'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { AddLicenseButton } from './add-license-button.tsx'
import { DiscoveryFailed, DiscoveryResult } from './discovery-result.tsx'
import { ExportButton } from './export-button.tsx'
import { LicensesContent } from './licenses-content.tsx'
import { shownLicenses } from './licenses-view.ts'
import { useLicensesView } from './use-licenses-view.ts'

// It stays, so that screen readers hear what comes into it, but takes no room while it is empty.
const useStyles = makeStyles({ progress: { ':empty': { position: 'absolute' } } })

/** Every SKU of the installation: its name, type and price, and whether it is shown. */
export function LicenseManagement() {
  const styles = useStyles()
  const licenses = useQuery(licensesQuery)
  const discover = useDiscoverLicenses()
  const control = useLicensesView()
  const { data } = licenses
  // Typing stays quick while the rows follow.
  const view = useDeferredValue(control.view)
  const shown = useMemo(() => shownLicenses(data ?? [], view), [data, view])
  return (
    <PageShell
      title="License Management"
      crumbs={CRUMBS}
      description="Which licenses tenant views and reports show, what they are called, and what a seat costs."
      actions={
        <>
          <ExportButton licenses={shown} />
          <Button
            icon={discover.isPending ? <Spinner size="tiny" /> : <ArrowClockwiseRegular />}
            disabledFocusable={discover.isPending}
            onClick={() => discover.mutate()}
          >
            {discover.isPending ? 'Discovering...' : 'Discover All Licenses'}
          </Button>
          <AddLicenseButton />
        </>
      }
    >
      <output className={styles.progress}>
        {discover.isPending &&
          `Asking Microsoft for the licenses of every tenant, at most ${LIVE_CALL_SECONDS} seconds...`}
      </output>
      {discover.data && <DiscoveryResult result={discover.data} onDismiss={discover.reset} />}
      {discover.isError && <DiscoveryFailed error={discover.error} onDismiss={discover.reset} />}
      {licenses.isPending && <PageSpinner text="Loading licenses..." />}
      {licenses.isLoadingError && (
        <LoadFailed
          title="The licenses could not be loaded"
          message={userMessageOf(licenses.error)}
          requestId={requestIdOf(licenses.error)}
          onRetry={() => void licenses.refetch()}
        />
      )}
      {data && <LicensesContent licenses={data} shown={shown} control={control} />}
    </PageShell>
  )
}

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'License Management' }] as const
