import { makeStyles, tokens, Checkbox, typographyStyles } from '@fluentui/react-components'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import { useDeferredValue, useMemo, useState, memo } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import type { ReportSources } from '../../lib/report-selection.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LicenseTypeBadge } from '../../ui/license-type-badge.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
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
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto 168px',
    alignItems: 'center',
    columnGap: '16px',
    paddingInlineEnd: '12px',
    // Rows outside the visible area are not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 52px',
    ':not(:first-child)': { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
    '@media (max-width: 480px)': {
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      paddingBottom: '8px',
    },
  },
  choice: {
    minWidth: 0,
    '& label': { minWidth: 0, flexGrow: 1 },
    '@media (max-width: 480px)': { gridColumn: '1 / -1' },
  },
  name: { display: 'block', color: tokens.colorNeutralForeground1 },
  sku: {
    ...typographyStyles.caption1,
    display: 'block',
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
  },
  type: { '@media (max-width: 480px)': { paddingInlineStart: '32px' } },
  seats: {
    ...typographyStyles.caption1,
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
})

/** Step 2: the visible licenses. */
export function LicenseStep({ wizard }: { wizard: Wizard }) {
  const { licenses } = wizard.sources
  if (licenses.isPending) return <PageSpinner text="Loading licenses..." />
  if (licenses.isError)
    return (
      <LoadFailed
        title="Failed to load licenses. Please try refreshing the page."
        query={licenses}
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
  if (hiddenLicenses === 1) return 'The only license of this tenant is hidden by an administrator.'
  if (hiddenLicenses > 1) return `All ${hiddenLicenses} are hidden by an administrator.`
  return 'This tenant has no licenses.'
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
  // By the text in the search box, which may be newer than the list.
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
          // One handler for all: each option renders again only when it changes.
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

interface LicenseOptionProps {
  license: TenantLicense
  isChosen: boolean
}

/** A license to report on, with its seats in the complete tenant. */
const LicenseOption = memo(function LicenseOption({ license, isChosen }: LicenseOptionProps) {
  const styles = useStyles()
  const format = useFormat()
  const { skuId, displayName, skuPartNumber, consumedUnits, enabledUnits } = license
  return (
    <li className={styles.row}>
      <Checkbox
        className={styles.choice}
        checked={isChosen}
        value={skuId}
        label={
          <>
            <ForeignText wrap className={styles.name}>
              {displayName}
            </ForeignText>{' '}
            <ForeignText wrap className={styles.sku}>
              {skuPartNumber}
            </ForeignText>
          </>
        }
      />
      <span className={styles.type}>
        <LicenseTypeBadge license={license} />
      </span>
      <span className={styles.seats}>
        {format.number(consumedUnits)} / {format.number(enabledUnits)} assigned
      </span>
    </li>
  )
})
