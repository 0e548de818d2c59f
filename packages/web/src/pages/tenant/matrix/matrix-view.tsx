import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { PartNote } from '../../../features/tenant-insight/part-note.tsx'
import { useFormat } from '../../../lib/preferences.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ExportMatrixButton } from './export-matrix-button.tsx'
import { MatrixGrid } from './matrix-grid.tsx'
import { WHOLE_MATRIX } from './matrix-people.ts'
import { MatrixToolbar } from './matrix-toolbar.tsx'
import { PeopleMissing } from './people-missing.tsx'
import { useMatrixChoice } from './use-matrix-choice.ts'
import type { MatrixPeople } from './use-matrix-people.ts'

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
})

interface MatrixViewProps {
  details: TenantDetails
  people: MatrixPeople
}

/** The matrix with what chooses its rows, and what is missing of it. */
export function MatrixView({ details, people: { people, ...arrival } }: MatrixViewProps) {
  const styles = useStyles()
  const { tenant, licenses } = details
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
      {error !== null && <PeopleMissing arrived={people.length} arrival={arrival} />}
      <div className={styles.line}>
        <ShownCount shown={shown.length} total={total} />
        {!isComplete && error === null && <Progress arrived={people.length} total={total} />}
      </div>
      {shown.length === 0 && isComplete ? (
        <EmptyState
          title="Nobody matches"
          text="Try another name or email, or show everybody."
          action={
            <Button onClick={() => change({ ...WHOLE_MATRIX, sortSkuId: choice.sortSkuId })}>
              Show everybody
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

function ShownCount({ shown, total }: { shown: number; total: number }) {
  const format = useFormat()
  if (shown === total)
    return <output>{total === 1 ? '1 person' : `${format.number(total)} people`}</output>
  return (
    <output>
      {format.number(shown)} of {format.number(total)} people
    </output>
  )
}

function Progress({ arrived, total }: { arrived: number; total: number }) {
  const format = useFormat()
  return (
    <span>
      Loading people: {format.number(arrived)} of {format.number(total)}
    </span>
  )
}
