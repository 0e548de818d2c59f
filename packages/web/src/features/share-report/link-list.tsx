import { Button, Field, makeStyles, SearchBox, Select } from '@fluentui/react-components'
import type { ReportShare } from '@tenantscope/contract/shares'
import { useDeferredValue, useState } from 'react'

import { folded } from '../../lib/find-tenants.ts'
import { useFormat } from '../../lib/preferences.ts'
import { useNow } from '../../lib/use-now.ts'
import { Stack } from '../../ui/stack.tsx'
import { useTextStyle } from '../../ui/text-style.ts'
import { LinkTable } from './link-table.tsx'
import { useOverLinks } from './over-links.tsx'
import { SHARE_STATUSES, statusOf } from './share-status.ts'
import type { ShareStatus } from './share-status.ts'

const useStyles = makeStyles({
  search: { flex: '1 1 240px', minWidth: 0 },
  box: { maxWidth: 'none' },
})

/** Shorter lists have no search. */
const SEARCHED_FROM = 11
const SHOWN_AT_FIRST = 50

interface LinkListProps {
  /** Newest first. */
  shares: readonly ReportShare[]
  /** Whether links of several tenants are listed. */
  namesTenants: boolean
  /** Whether links of several people are listed. */
  namesMakers: boolean
  /** Reads the links again: others may have opened or ended some. */
  onReadAgain: () => void
}

/** Links as a table, with a search when there are many. */
export function LinkList({ shares, onReadAgain, ...list }: LinkListProps) {
  const styles = useStyles()
  const note = useTextStyle({ variant: 'caption', muted: true })
  const format = useFormat()
  const now = useNow()
  const [status, setStatus] = useState<StatusFilter>('all')
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(SHOWN_AT_FIRST)
  const deferredSearch = useDeferredValue(search)
  const found = findShares(shares, { search: deferredSearch, status, now })
  const shown = found.slice(0, limit)
  const hidden = found.length - shown.length
  const { open, dialogs } = useOverLinks({ onReadAgain })
  return (
    <>
      {shares.length >= SEARCHED_FROM && (
        <Stack row wrap gap={16} lineGap={8} align="end">
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
          <output className={note}>{foundText(found.length, format.number)}</output>
        </Stack>
      )}
      {shown.length > 0 && <LinkTable {...list} shares={shown} now={now} open={open} />}
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

type StatusFilter = ShareStatus | 'all'

interface ShareSearch {
  /** Of a tenant's name. */
  search: string
  status: StatusFilter
  now: Date
}

/** Returns the links with that status whose tenant's name contains the text, in the given order. */
function findShares(
  shares: readonly ReportShare[],
  { search, status, now }: ShareSearch,
): readonly ReportShare[] {
  const wanted = folded(search.trim())
  return shares.filter(
    (share) =>
      (status === 'all' || statusOf(share, now) === status) &&
      folded(share.tenantName).includes(wanted),
  )
}
