import {
  Button,
  Field,
  makeStyles,
  SearchBox,
  Select,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { ReportShare } from '@tenantscope/contract/shares'
import { useDeferredValue, useState } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { useBreakpoint } from '../../ui/use-breakpoint.ts'
import { findShares } from './find-shares.ts'
import type { StatusFilter } from './find-shares.ts'
import { LinkCards } from './link-cards.tsx'
import { LinkTable } from './link-table.tsx'
import { useOverLinks } from './over-links.tsx'
import { SHARE_STATUSES } from './share-status.ts'

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: '8px 16px' },
  search: { flex: '1 1 240px', minWidth: 0 },
  box: { maxWidth: 'none' },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

/** Fewer are found at a glance. */
const SEARCHED_FROM = 11
const SHOWN_AT_FIRST = 50
/** Below it a table has no room for its columns. */
const TABLE_PX = 900

interface LinkListProps {
  /** Newest first. */
  shares: readonly ReportShare[]
  /** Whether links of several tenants are listed. */
  namesTenants: boolean
  /** Whether links of several people are listed. */
  namesMakers: boolean
  /** Others may have opened or ended links meanwhile. */
  onReadAgain: () => void
}

/** Links as a table, as cards where it is narrow; many can be searched. */
export function LinkList({ shares, onReadAgain, ...list }: LinkListProps) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  const isWide = useBreakpoint([TABLE_PX]) === TABLE_PX
  const [status, setStatus] = useState<StatusFilter>('all')
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(SHOWN_AT_FIRST)
  const deferredSearch = useDeferredValue(search)
  const found = findShares(shares, { search: deferredSearch, status, now })
  const shown = found.slice(0, limit)
  const hidden = found.length - shown.length
  const { open, dialogs } = useOverLinks({ onReadAgain })
  const View = isWide ? LinkTable : LinkCards
  return (
    <>
      {shares.length >= SEARCHED_FROM && (
        <div className={styles.tools}>
          {list.namesTenants && (
            <Field className={styles.search} label="Search by tenant">
              <SearchBox
                className={styles.box}
                value={search}
                onChange={(_, { value }) => setSearch(value)}
              />
            </Field>
          )}
          <Field label="Status">
            <Select
              value={status}
              onChange={(_, { value }) =>
                setStatus(SHARE_STATUSES.find((each) => each === value) ?? 'all')
              }
            >
              <option value="all">All statuses</option>
              {SHARE_STATUSES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          </Field>
          <output className={styles.note}>{foundText(found.length, format.number)}</output>
        </div>
      )}
      {shown.length > 0 && <View {...list} shares={shown} now={now} open={open} />}
      {hidden > 0 && (
        <div>
          <Button size="small" onClick={() => setLimit(limit + SHOWN_AT_FIRST)}>
            Show {format.number(Math.min(hidden, SHOWN_AT_FIRST))} more
          </Button>
        </div>
      )}
      {dialogs}
    </>
  )
}

function foundText(count: number, number: (value: number) => string): string {
  if (count === 0) return 'No links match your search'
  return count === 1 ? '1 link' : `${number(count)} links`
}
