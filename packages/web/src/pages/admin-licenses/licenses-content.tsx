import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { Button } from '@fluentui/react-components'
import type { License } from '@tenantscope/contract/licenses'

import { useFormat } from '../../lib/preferences.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useLicenseDialogs } from './license-dialogs.tsx'
import { LicenseFilters } from './license-filters.tsx'
import { LicenseNotices } from './license-notices.tsx'
import { LicenseStats } from './license-stats.tsx'
import { LicenseTable } from './license-table.tsx'
import { sortedBy, unfiltered } from './licenses-view.ts'
import type { useLicensesView } from './use-licenses-view.ts'

const useStyles = makeStyles({
  count: {
    ...typographyStyles.caption1,
    display: 'block',
    color: tokens.colorNeutralForeground2,
  },
})

interface LicensesContentProps {
  licenses: readonly License[]
  /** Those that the filters let through, in their order. */
  shown: readonly License[]
  control: ReturnType<typeof useLicensesView>
}

export function LicensesContent({ licenses, shown, control }: LicensesContentProps) {
  const styles = useStyles()
  const { number } = useFormat()
  const { view, type, choose } = control
  const { onEdit, dialogs } = useLicenseDialogs()
  return (
    <>
      <LicenseStats licenses={licenses} />
      <LicenseNotices
        licenses={licenses}
        isUnknownOnly={view.isUnknownOnly}
        onUnknownOnly={(isUnknownOnly) => choose({ ...view, isUnknownOnly })}
      />
      {licenses.length === 0 ? (
        <EmptyState
          title="No licenses found"
          text="Licenses appear here once the first tenant was read. Discover All Licenses asks Microsoft now."
        />
      ) : (
        <>
          <LicenseFilters view={view} onType={type} onChoose={choose} />
          <output className={styles.count}>
            {number(shown.length)} of {number(licenses.length)} licenses
          </output>
          {shown.length === 0 ? (
            <EmptyState
              title="No licenses match your search"
              action={<Button onClick={() => choose(unfiltered(view))}>Show all licenses</Button>}
            />
          ) : (
            <LicenseTable
              licenses={shown}
              view={view}
              onSort={(column) => choose(sortedBy(view, column))}
              onEdit={onEdit}
            />
          )}
        </>
      )}
      {dialogs}
    </>
  )
}
