import {
  Button,
  makeStyles,
  SearchBox,
  Select,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download'
import type { TenantLicense } from '@tenantscope/contract/licenses'
import type { TenantDetails } from '@tenantscope/contract/tenants'
import { useDeferredValue, useMemo, useState } from 'react'
import type { ReactNode } from 'react'

import { PartNote } from '../../../features/tenant-insight/part-note.tsx'
import { userMessageOf } from '../../../lib/api-error.ts'
import type { Format } from '../../../lib/format.ts'
import { loadPart } from '../../../lib/load-part.ts'
import { useFormat, useTimeZone } from '../../../lib/preferences.ts'
import { useCsvExport } from '../../../lib/use-csv-export.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Stack } from '../../../ui/stack.tsx'
import type { MatrixExport } from './export-matrix.ts'
import { MatrixGrid } from './matrix-grid.tsx'
import { shownPeople, WHOLE_MATRIX } from './matrix-people.ts'
import type { Holders, MatrixChoice, MatrixPeople, MatrixPerson } from './matrix-people.ts'

const NARROW = { '@media (max-width: 639px)': { flexBasis: '100%', maxWidth: 'none' } } as const

interface MatrixToolbarProps {
  choice: MatrixChoice
  licenses: readonly TenantLicense[]
  onChange: (changes: Partial<MatrixChoice>) => void
  /** At the end of the line. */
  children: ReactNode
}

/** Chooses whose rows are shown. */
function MatrixToolbar({ choice, licenses, onChange, children }: MatrixToolbarProps) {
  const styles = useStyles()
  return (
    <Stack row wrap gap={8} align="center">
      <SearchBox
        className={styles.search}
        aria-label="Search people"
        placeholder="Search by name or email"
        value={choice.search}
        onChange={(_, { value }) => onChange({ search: value })}
      />
      <Select
        className={styles.holders}
        aria-label="People to show"
        value={valueOf(choice.holders)}
        onChange={(_, { value }) => onChange({ holders: holdersOf(value) })}
      >
        <option value="everybody">All users</option>
        <option value="licensed">Only users with a license</option>
        <optgroup label="Only users with">
          {licenses.map(({ skuId, displayName }) => (
            <option key={skuId} value={HOLDERS_OF + skuId}>
              {displayName}
            </option>
          ))}
        </optgroup>
      </Select>
      <div className={styles.end}>{children}</div>
    </Stack>
  )
}

const HOLDERS_OF = 'holders:'

function valueOf(holders: Holders): string {
  return holders.kind === 'holders' ? HOLDERS_OF + holders.skuId : holders.kind
}

function holdersOf(value: string): Holders {
  if (value.startsWith(HOLDERS_OF))
    return { kind: 'holders', skuId: value.slice(HOLDERS_OF.length) }
  return { kind: value === 'licensed' ? 'licensed' : 'everybody' }
}

const useStyles = makeStyles({
  line: {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0 16px',
    marginBlockEnd: '-8px',
    ...typographyStyles.caption1,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
  search: { flexGrow: 1, flexBasis: '240px', maxWidth: '400px', ...NARROW },
  holders: { flexBasis: '240px', flexShrink: 1, minWidth: 0, ...NARROW },
  end: { marginInlineStart: 'auto' },
})

interface MatrixViewProps {
  details: TenantDetails
  people: MatrixPeople
}

/** The matrix with what chooses its rows, and what is missing of it. */
export function MatrixView({ details, people: { people, ...arrival } }: MatrixViewProps) {
  const styles = useStyles()
  const format = useFormat()
  const { tenant } = details
  const licenses = useMemo(() => paidFirst(details.licenses), [details.licenses])
  const { choice, change, shown } = useMatrixChoice(people, licenses)
  const { total = 0, isComplete, error, failure } = arrival
  return (
    <>
      <MatrixToolbar choice={choice} licenses={licenses} onChange={change}>
        <ExportMatrixButton
          tenant={tenant}
          people={shown}
          licenses={licenses}
          isComplete={isComplete}
        />
      </MatrixToolbar>
      {failure && <PartNote failure={failure} />}
      {error !== null && (
        <Notice
          intent="warning"
          title={`The matrix shows ${format.number(people.length)} of ${format.number(total)} people`}
          action={{ label: 'Try Again', onClick: arrival.retry }}
        >
          {userMessageOf(error)}
        </Notice>
      )}
      <div className={styles.line}>
        <output>
          {shown.length === total
            ? peopleText(total, format)
            : `${format.number(shown.length)} of ${format.number(total)} people`}
        </output>
        {!isComplete && error === null && (
          <span>
            Loading people: {format.number(people.length)} of {format.number(total)}
          </span>
        )}
      </div>
      {shown.length === 0 && isComplete ? (
        <EmptyState
          title="No users match"
          text="Try another name or email, or show all users."
          action={
            <Button onClick={() => change({ ...WHOLE_MATRIX, sortSkuId: choice.sortSkuId })}>
              Show all users
            </Button>
          }
        />
      ) : (
        <MatrixGrid
          people={shown}
          licenses={licenses}
          sortSkuId={choice.sortSkuId}
          onSort={(sortSkuId) => change({ sortSkuId })}
        />
      )}
    </>
  )
}

/** Paid licenses before free, trial and company-wide ones; the order is the same otherwise. */
function paidFirst(licenses: readonly TenantLicense[]): readonly TenantLicense[] {
  return licenses.toSorted((a, b) => Number(b.countsAsPaid) - Number(a.countsAsPaid))
}

/** Returns the choice of the user and the rows that match it. */
function useMatrixChoice(people: readonly MatrixPerson[], licenses: readonly TenantLicense[]) {
  const [chosen, setChosen] = useState(WHOLE_MATRIX)
  const choice = useMemo(() => withoutHidden(chosen, licenses), [chosen, licenses])
  // Typing stays quick however many people there are.
  const followed = useDeferredValue(choice)
  const shown = useMemo(() => shownPeople(people, licenses, followed), [people, licenses, followed])
  return {
    choice,
    change: (changes: Partial<MatrixChoice>) => setChosen((last) => ({ ...last, ...changes })),
    shown,
  }
}

/** Removes licenses from the choice that have been hidden. */
function withoutHidden(choice: MatrixChoice, licenses: readonly TenantLicense[]): MatrixChoice {
  const isGone = (wanted: string | null) =>
    wanted !== null && !licenses.some(({ skuId }) => skuId === wanted)
  const { holders, sortSkuId } = choice
  return {
    ...choice,
    holders: holders.kind === 'holders' && isGone(holders.skuId) ? WHOLE_MATRIX.holders : holders,
    sortSkuId: isGone(sortSkuId) ? null : sortSkuId,
  }
}

interface ExportMatrixButtonProps extends Omit<MatrixExport, 'timeZone'> {
  /** Whether all users are loaded: an incomplete matrix is not exported. */
  isComplete: boolean
}

/** Saves the rows and columns on screen as a file. */
function ExportMatrixButton({ isComplete, ...shown }: ExportMatrixButtonProps) {
  const format = useFormat()
  const timeZone = useTimeZone()
  const { people } = shown
  const save = useCsvExport(async () => {
    const { exportMatrix } = await loadPart(() => import('./export-matrix.ts'))
    const name = exportMatrix({ ...shown, timeZone })
    return {
      title: 'Export Successful',
      text: `Exported ${peopleText(people.length, format)} to ${name}`,
    }
  })
  const hint = hintOf(isComplete, people.length)
  return (
    <ActionButton
      icon={<ArrowDownload20Regular />}
      title={hint ?? 'Download these rows as a file'}
      isBusy={save.isPending}
      isOff={hint !== undefined}
      onClick={() => save.mutate()}
    >
      Export CSV
    </ActionButton>
  )
}

/** Why there is nothing to export now. */
function hintOf(isComplete: boolean, people: number): string | undefined {
  if (!isComplete) return 'Available once all users are loaded'
  return people === 0 ? 'There are no users in the matrix to export' : undefined
}

function peopleText(count: number, format: Format): string {
  return count === 1 ? '1 person' : `${format.number(count)} people`
}
