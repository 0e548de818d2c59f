import {
  Button,
  Checkbox,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  makeStyles,
  SearchBox,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { License } from '@tenantscope/contract/licenses'
import { memo, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'

import { licensesQuery } from '../../lib/licenses.ts'
import { useFormat } from '../../lib/preferences.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { LicensePriceButton } from '../../ui/license-price-button.tsx'
import { licensePriceText } from '../../ui/license-price-text.ts'
import { LicenseTypeBadge } from '../../ui/license-type-badge.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { optionLabel } from '../../ui/option-label.ts'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'
import { HideLicenseSwitch } from './hide-license-switch.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '800px' },
  // The dialog keeps its height during a search.
  content: { minHeight: '480px', '@media (max-height: 640px)': { minHeight: 0 } },
  tools: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    paddingBlock: '4px 12px',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  search: { flex: '1 1 240px', minWidth: 0 },
  box: { maxWidth: 'none' },
  note: {
    ...typographyStyles.caption1,
    display: 'block',
    paddingBottom: '8px',
    color: tokens.colorNeutralForeground2,
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, max-content) auto',
    alignItems: 'center',
    gap: '4px 24px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    // Rows outside the viewport are not laid out.
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 64px',
    '@media (max-width: 640px)': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
  },
  words: { '@media (max-width: 640px)': { gridColumn: '1 / -1' } },
  code: {
    ...typographyStyles.caption1,
    fontFamily: tokens.fontFamilyMonospace,
    color: tokens.colorNeutralForeground2,
  },
  price: { '@media (max-width: 640px)': { alignItems: 'start' } },
})

/** Every SKU that was seen in any tenant: whether it is shown, and what a seat costs. */
export function LicensesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const styles = useStyles()
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>Licenses and prices</DialogTitle>
          <DialogContent className={styles.content}>{isOpen && <Licenses />}</DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

function Licenses() {
  const licenses = useQuery(licensesQuery)
  if (licenses.isPending) return <PageSpinner text="Loading licenses..." />
  if (licenses.isError)
    return <LoadFailed title="The licenses could not be loaded" query={licenses} />
  if (licenses.data.length === 0)
    return (
      <EmptyState
        title="No licenses found"
        text="Licenses appear here once the first tenant was read."
      />
    )
  return <LicenseList licenses={licenses.data} />
}

/** Each row has a switch and a button; more of them at once would make typing slow. */
const SHOWN = 100

/** All licenses by name, searchable. */
function LicenseList({ licenses }: { licenses: readonly License[] }) {
  const styles = useStyles()
  const format = useFormat()
  const [search, setSearch] = useState('')
  const [isHiddenOnly, setIsHiddenOnly] = useState(false)
  const deferredSearch = useDeferredValue(search)
  const found = useMemo(
    () => findLicenses(licenses, { search: deferredSearch, isHiddenOnly }),
    [licenses, deferredSearch, isHiddenOnly],
  )
  const tools = useRef<HTMLDivElement>(null)
  // The dialog opened before there was anything to search.
  useEffect(() => tools.current?.querySelector('input')?.focus(), [])
  const hidden = licenses.filter(({ isVisible }) => !isVisible).length
  const shown = found.slice(0, SHOWN)
  return (
    <>
      <Stack row wrap align="end" gap={16} lineGap={8} ref={tools} className={styles.tools}>
        <Field className={styles.search} label="Search by name, part number or SKU ID">
          <SearchBox
            className={styles.box}
            value={search}
            onChange={(_, { value }) => setSearch(value)}
          />
        </Field>
        <Checkbox
          label={optionLabel(`Hidden only (${format.number(hidden)})`)}
          checked={isHiddenOnly}
          onChange={(_, { checked }) => setIsHiddenOnly(checked === true)}
        />
      </Stack>
      <output className={styles.note}>
        {found.length > SHOWN
          ? `The first ${SHOWN} of ${format.number(found.length)} licenses; search to find the others`
          : foundText(found.length, format.number)}
      </output>
      <Stack as="ul">
        {shown.map((license) => (
          <LicenseRow key={license.skuId} license={license} />
        ))}
      </Stack>
    </>
  )
}

function foundText(count: number, number: (value: number) => string): string {
  if (count === 0) return 'No licenses match your search'
  return count === 1 ? '1 license' : `${number(count)} licenses`
}

interface LicenseSearch {
  search: string
  isHiddenOnly: boolean
}

const byName = new Intl.Collator('en', { numeric: true })

/** The licenses whose names, part number or id hold the text, by name. */
function findLicenses(
  licenses: readonly License[],
  { search, isHiddenOnly }: LicenseSearch,
): readonly License[] {
  const wanted = search.trim().toLocaleLowerCase()
  return licenses
    .filter(({ isVisible }) => !isHiddenOnly || !isVisible)
    .filter((license) => wanted === '' || textOf(license).includes(wanted))
    .toSorted((a, b) => byName.compare(a.displayName, b.displayName))
}

function textOf({ displayName, productName, skuPartNumber, skuId }: License): string {
  return [displayName, productName, skuPartNumber, skuId].join('\n').toLocaleLowerCase()
}

/** One SKU with its switch and its price; typing in the search does not render it again. */
const LicenseRow = memo(function LicenseRow({ license }: { license: License }) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <li className={styles.row}>
      <Stack gap={4} className={styles.words}>
        <ForeignText>{license.displayName}</ForeignText>
        <Stack row wrap gap={8} lineGap={4} align="center">
          <LicenseTypeBadge license={license} />
          <ForeignText className={styles.code}>{license.skuPartNumber}</ForeignText>
        </Stack>
      </Stack>
      <Stack align="end" gap={4} className={styles.price}>
        <Text variant="caption" muted tabular>
          {licensePriceText(license, format)}
        </Text>
        <LicensePriceButton license={license} />
      </Stack>
      <HideLicenseSwitch license={license} />
    </li>
  )
})
