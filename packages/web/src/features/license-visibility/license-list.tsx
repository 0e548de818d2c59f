import {
  Checkbox,
  Field,
  makeStyles,
  SearchBox,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { License } from '@tenantscope/contract/licenses'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { findLicenses } from './find-licenses.ts'
import { LicenseRow } from './license-row.tsx'

const useStyles = makeStyles({
  tools: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'end',
    gap: '8px 16px',
    paddingBlock: '4px 12px',
    backgroundColor: tokens.colorNeutralBackground1,
  },
  search: { flex: '1 1 240px', minWidth: 0 },
  box: { maxWidth: 'none' },
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
  note: {
    ...typographyStyles.caption1,
    display: 'block',
    paddingBottom: '8px',
    color: tokens.colorNeutralForeground2,
  },
})

/** Each row has a switch and a button; more of them at once would make typing slow. */
const SHOWN = 100

/** All licenses by name, searchable. */
export function LicenseList({ licenses }: { licenses: readonly License[] }) {
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
      <div ref={tools} className={styles.tools}>
        <Field className={styles.search} label="Search by name, part number or SKU ID">
          <SearchBox
            className={styles.box}
            value={search}
            onChange={(_, { value }) => setSearch(value)}
          />
        </Field>
        <Checkbox
          label={`Hidden only (${format.number(hidden)})`}
          checked={isHiddenOnly}
          onChange={(_, { checked }) => setIsHiddenOnly(checked === true)}
        />
      </div>
      <output className={styles.note}>
        {found.length > SHOWN
          ? `The first ${SHOWN} of ${format.number(found.length)} licenses; search to find the others`
          : foundText(found.length, format.number)}
      </output>
      <ul className={styles.list}>
        {shown.map((license) => (
          <LicenseRow key={license.skuId} license={license} />
        ))}
      </ul>
    </>
  )
}

function foundText(count: number, number: (value: number) => string): string {
  if (count === 0) return 'No licenses match your search'
  return count === 1 ? '1 license' : `${number(count)} licenses`
}
