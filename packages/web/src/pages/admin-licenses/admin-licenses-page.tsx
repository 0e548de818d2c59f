import { Button, makeStyles, Spinner } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons/svg/add'
import { ArrowClockwiseRegular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download'
import { useQuery } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type { discoverLicenses } from '@tenantscope/contract/license-management'
import type { License } from '@tenantscope/contract/licenses'
import { LIVE_CALL_SECONDS } from '@tenantscope/contract/limits'
import { useDeferredValue, useMemo, useState } from 'react'

import { userMessageOf } from '../../lib/api-error.ts'
import { licensesQuery, useDiscoverLicenses } from '../../lib/licenses.ts'
import { lazyPart, loadPart } from '../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../lib/preferences.ts'
import { useCsvExport } from '../../lib/use-csv-export.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { AdminPage } from '../../ui/admin-page.tsx'
import { DismissButton } from '../../ui/dismiss-button.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LaterPart } from '../../ui/later-part.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageShell } from '../../ui/page-shell.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { LicensesContent } from './licenses-content.tsx'
import { shownLicenses, useLicensesView } from './licenses-view.ts'

const useStyles = makeStyles({
  // The element stays, so that screen readers announce its text; it takes no space while it is empty.
  progress: { ':empty': { position: 'absolute' } },
  list: { margin: '4px 0 0', paddingInlineStart: '16px' },
})

/** License Management (specification section 2). */
export function AdminLicensesPage() {
  return (
    <AdminPage title="License Management">
      <LicenseManagement />
    </AdminPage>
  )
}

function LicenseManagement() {
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
      description="The visibility, names, types and prices of licenses in tenant views and reports."
      actions={
        <>
          <ExportButton licenses={shown} />
          <ActionButton
            icon={discover.isPending ? <Spinner size="tiny" /> : <ArrowClockwiseRegular />}
            isBusy={discover.isPending}
            busyLabel="Discovering..."
            onClick={() => discover.mutate()}
          >
            Discover All Licenses
          </ActionButton>
          <AddLicenseButton />
        </>
      }
    >
      <output className={styles.progress}>
        {discover.isPending &&
          `Reading the licenses of every tenant from Microsoft, for up to ${LIVE_CALL_SECONDS} seconds...`}
      </output>
      {discover.data && <DiscoveryResult result={discover.data} onDismiss={discover.reset} />}
      {discover.isError && (
        <Notice
          intent="error"
          title="Failed to discover licenses from tenant data"
          containerAction={<DismissButton onClick={discover.reset} />}
        >
          {userMessageOf(discover.error)}
        </Notice>
      )}
      {licenses.isPending && <PageSpinner text="Loading licenses..." />}
      {licenses.isLoadingError && (
        <LoadFailed title="The licenses could not be loaded" query={licenses} />
      )}
      {data && <LicensesContent licenses={data} shown={shown} control={control} />}
    </PageShell>
  )
}

const CRUMBS = [{ label: 'Dashboard', to: '/dashboard' }, { label: 'License Management' }] as const

/** Saves the rows of the table, in its order, as a file. */
function ExportButton({ licenses }: { licenses: readonly License[] }) {
  const { number } = useFormat()
  const timeZone = useTimeZone()
  const save = useCsvExport(async () => {
    const { exportLicenses } = await loadPart(() => import('./export-licenses.ts'))
    exportLicenses(licenses, timeZone)
    const count = licenses.length === 1 ? '1 license' : `${number(licenses.length)} licenses`
    return { title: `Exported ${count} to CSV file` }
  })
  const isEmpty = licenses.length === 0
  return (
    <ActionButton
      icon={<ArrowDownload20Regular />}
      isBusy={save.isPending}
      isOff={isEmpty}
      title={
        isEmpty ? 'There is no license in the table to export' : 'Download these rows as a file'
      }
      onClick={() => save.mutate()}
    >
      Export CSV
    </ActionButton>
  )
}

const AddLicenseDialog = lazyPart(
  async () => (await import('./license-dialogs.tsx')).AddLicenseDialog,
)

function AddLicenseButton() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        {...RETURNS_FOCUS}
        appearance="primary"
        icon={<AddRegular />}
        onClick={() => setIsOpen(true)}
      >
        Add License
      </Button>
      {isOpen && (
        <LaterPart>
          <AddLicenseDialog onClose={() => setIsOpen(false)} />
        </LaterPart>
      )}
    </>
  )
}

/** The most failures that are listed. */
const SHOWN = 50

interface DiscoveryResultProps {
  result: CallReply<typeof discoverLicenses>
  onDismiss: () => void
}

/** Shows what a discovery found, and the tenants that could not be queried. */
function DiscoveryResult({ result, onDismiss }: DiscoveryResultProps) {
  const styles = useStyles()
  const { number } = useFormat()
  const { discoveredSkus, added, tenants, failures } = result
  const answered = tenants - failures.length
  const skus = discoveredSkus.length === 1 ? 'license SKU' : 'license SKUs'
  return (
    <Notice
      intent={failures.length > 0 ? 'warning' : 'success'}
      title={`Discovered ${number(discoveredSkus.length)} ${skus} from tenant data`}
      containerAction={<DismissButton onClick={onDismiss} />}
    >
      {number(added)} new. {number(answered)} {answered === 1 ? 'tenant' : 'tenants'} of{' '}
      {number(tenants)} answered.
      {failures.length > 0 && (
        <ul className={styles.list} aria-label="Tenants that could not be queried">
          {failures.slice(0, SHOWN).map(({ tenantId, displayName, message }) => (
            <li key={tenantId}>
              <ForeignText wrap>{displayName}</ForeignText>: {message}
            </li>
          ))}
          {failures.length > SHOWN && <li>and {number(failures.length - SHOWN)} more</li>}
        </ul>
      )}
    </Notice>
  )
}
