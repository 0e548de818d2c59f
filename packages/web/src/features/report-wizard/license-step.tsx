import { makeStyles, tokens } from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { useDeferredValue, useMemo, useState } from 'react'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { useFormat } from '../../lib/preferences.ts'
import type { ReportSources } from '../../lib/report-selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { LicenseOption } from './license-option.tsx'
import { SelectionTools } from './selection-tools.tsx'
import type { Wizard } from './use-wizard.ts'

const useStyles = makeStyles({
  list: {
    flex: '1 1 auto',
    minHeight: '160px',
    margin: 0,
    padding: 0,
    overflowY: 'auto',
    listStyleType: 'none',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  none: { padding: '24px 0', textAlign: 'center', color: tokens.colorNeutralForeground2 },
})

/** Step 2: hidden licenses are not there to select. */
export function LicenseStep({ wizard }: { wizard: Wizard }) {
  const { licenses } = wizard.sources
  if (licenses.isPending) return <PageSpinner text="Loading licenses..." />
  if (licenses.isError)
    return (
      <LoadFailed
        title="Failed to load licenses. Please try refreshing the page."
        message={userMessageOf(licenses.error)}
        requestId={requestIdOf(licenses.error)}
        onRetry={() => void licenses.refetch()}
        retryLabel="Try Again"
      />
    )
  if (licenses.data.licenses.length === 0)
    return (
      <EmptyState
        title="No licenses available for this tenant..."
        text={reasonFor(licenses.data)}
      />
    )
  return <Licenses wizard={wizard} licenses={licenses.data.licenses} />
}

function reasonFor({
  failure,
  hiddenLicenses,
}: NonNullable<ReportSources['licenses']['data']>): string {
  if (failure) return failure.message
  if (hiddenLicenses === 1) return 'Its one license is hidden by an administrator.'
  if (hiddenLicenses > 1) return `All ${hiddenLicenses} are hidden by an administrator.`
  return 'It has none.'
}

function Licenses({ wizard, licenses }: { wizard: Wizard; licenses: readonly TenantLicense[] }) {
  const styles = useStyles()
  const format = useFormat()
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search)
  const found = useMemo(
    () => licenses.filter((license) => matches(license, searched)),
    [licenses, searched],
  )
  const { chosenLicenseIds, chooseLicenses } = wizard
  // By what stands in the search box: the list may be a moment behind it.
  const foundIds = () =>
    licenses.filter((license) => matches(license, search)).map(({ skuId }) => skuId)
  return (
    <>
      <SelectionTools
        label="Search by name or SKU"
        search={search}
        onSearch={setSearch}
        countText={`${format.number(chosenLicenseIds.size)} of ${format.number(licenses.length)} licenses selected`}
        onSelectAll={() => chooseLicenses(foundIds(), true)}
        onClearAll={() => chooseLicenses(foundIds(), false)}
      />
      {found.length === 0 ? (
        <span className={styles.none}>No licenses match your search</span>
      ) : (
        <ul
          className={styles.list}
          aria-label="Licenses of this tenant"
          // Here for all of them: each is drawn anew only when it changes.
          onChange={({ target }) => {
            if (target instanceof HTMLInputElement) chooseLicenses([target.value], target.checked)
          }}
        >
          {found.map((license) => (
            <LicenseOption
              key={license.skuId}
              license={license}
              isChosen={chosenLicenseIds.has(license.skuId)}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function matches(license: TenantLicense, search: string): boolean {
  const words = search.trim().toLowerCase()
  const { displayName, productName, skuPartNumber, skuId } = license
  return [displayName, productName, skuPartNumber, skuId].join('\n').toLowerCase().includes(words)
}
