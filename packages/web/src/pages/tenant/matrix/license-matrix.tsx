import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { TableSearchRegular } from '@fluentui/react-icons/svg/table-search'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { HiddenLicensesNote } from './hidden-licenses-note.tsx'
import { LoadingMatrix } from './loading-matrix.tsx'
import { MatrixView } from './matrix-view.tsx'
import { nobodyOf, obstacleOf } from './no-matrix.ts'
import type { NoMatrix } from './no-matrix.ts'
import { useMatrixPeople } from './use-matrix-people.ts'
import type { MatrixPeople } from './use-matrix-people.ts'

const useStyles = makeStyles({
  size: {
    ...typographyStyles.body1,
    fontVariantNumeric: 'tabular-nums',
    color: tokens.colorNeutralForeground2,
  },
})

/** Who holds which license (specification section 2, License Assignment Matrix). */
export function LicenseMatrix({ details }: { details: TenantDetails }) {
  const obstacle = obstacleOf(details)
  const people = useMatrixPeople(details.tenant, obstacle === undefined)
  return (
    <SectionCard
      title="License Assignment Matrix"
      aside={obstacle === undefined && <MatrixSize details={details} people={people} />}
    >
      {obstacle ? <Absent {...obstacle} /> : <Matrix details={details} people={people} />}
      <HiddenLicensesNote count={details.hiddenLicenses} />
    </SectionCard>
  )
}

function MatrixSize({ details, people }: { details: TenantDetails; people: MatrixPeople }) {
  const styles = useStyles()
  const format = useFormat()
  const total = people.total ?? details.userCount
  if (total === null) return null
  return (
    <span className={styles.size}>
      {format.number(total)} users × {format.number(details.licenses.length)} licenses
    </span>
  )
}

function Matrix({ details, people }: { details: TenantDetails; people: MatrixPeople }) {
  const { total, error, failure, retry } = people
  if (total === undefined && error !== null)
    return (
      <LoadFailed
        title="Error loading matrix data"
        message={userMessageOf(error)}
        requestId={requestIdOf(error)}
        onRetry={retry}
        retryLabel="Try Again"
      />
    )
  if (total === undefined) return <LoadingMatrix people={details.userCount} />
  if (total === 0) return <Absent {...nobodyOf(failure)} />
  return <MatrixView details={details} people={people} />
}

function Absent({ title, text, isFailure = false }: NoMatrix) {
  if (isFailure) return <LoadFailed title={title} message={text} />
  return <EmptyState icon={<TableSearchRegular />} title={title} text={text} />
}
