import { makeStyles } from '@fluentui/react-components'
import { TableSearchRegular } from '@fluentui/react-icons/svg/table-search'
import type { PartFailure } from '@tenantscope/contract/parts'
import type { TenantDetails } from '@tenantscope/contract/tenants'

import { useCurrentUser } from '../../../lib/current-user.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { Text } from '../../../ui/text.tsx'
import { LoadingMatrix } from './loading-matrix.tsx'
import { useMatrixPeople } from './matrix-people.ts'
import type { MatrixPeople } from './matrix-people.ts'
import { MatrixView } from './matrix-view.tsx'

const useStyles = makeStyles({
  link: { fontSize: 'inherit', lineHeight: 'inherit', textDecorationLine: 'underline' },
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
      <HiddenLicensesNote count={details.hiddenLicenses} />
      {obstacle ? <Absent {...obstacle} /> : <Matrix details={details} people={people} />}
    </SectionCard>
  )
}

function MatrixSize({ details, people }: { details: TenantDetails; people: MatrixPeople }) {
  const format = useFormat()
  const total = people.total ?? details.userCount
  if (total === null) return null
  return (
    <Text variant="body" muted tabular>
      {format.number(total)} users × {format.number(details.licenses.length)} licenses
    </Text>
  )
}

function Matrix({ details, people }: { details: TenantDetails; people: MatrixPeople }) {
  const { total, error, failure, retry } = people
  if (total === undefined && error !== null)
    return (
      <LoadFailed
        title="Error loading matrix data"
        query={{ error, refetch: retry }}
        retryLabel="Try Again"
      />
    )
  if (total === undefined) return <LoadingMatrix people={details.userCount} />
  if (total === 0) return <Absent {...(failure ? refusedPeople(failure) : NO_USERS)} />
  return <MatrixView details={details} people={people} />
}

function Absent({ title, text, isFailure = false }: NoMatrix) {
  if (isFailure) return <LoadFailed title={title} message={text} />
  return <EmptyState icon={<TableSearchRegular />} title={title} text={text} />
}

/** The number of hidden licenses and, for administrators, the link to License Management. */
function HiddenLicensesNote({ count }: { count: number }) {
  const styles = useStyles()
  const { isAdmin } = useCurrentUser()
  if (count === 0) return null
  return (
    <Text as="p" variant="caption" muted>
      {count === 1 ? '1 license is' : `${count} licenses are`} hidden by an administrator.
      {isAdmin && (
        <>
          {' Change it in '}
          <AppLink className={styles.link} to="/admin-licenses" search={{ visibility: 'hidden' }}>
            License Management
          </AppLink>
          {'.'}
        </>
      )}
    </Text>
  )
}

/** Why there is no matrix to show (specification section 8). */
interface NoMatrix {
  readonly title: string
  readonly text: string
  /** Whether reading failed, in contrast to a tenant without data. */
  readonly isFailure?: boolean
}

/** Returns why the matrix cannot be shown; undefined when the users can be read. */
function obstacleOf(details: TenantDetails): NoMatrix | undefined {
  const people = failureOf(details, 'users')
  if (people) return refusedPeople(people)
  if (!details.fullAccess && (details.userCount ?? 0) === 0) return NO_PREVIEW
  return details.licenses.length > 0 ? undefined : noLicenses(details)
}

function noLicenses(details: TenantDetails): NoMatrix {
  const { hiddenLicenses, licenseDiagnostic } = details
  const failure = failureOf(details, 'licenses')
  if (failure) return { title: NO_LICENSES, text: failure.message }
  if (hiddenLicenses > 0)
    return {
      title: 'No Visible Licenses Available',
      text:
        hiddenLicenses === 1
          ? 'The only license of this tenant is hidden by an administrator.'
          : `All ${hiddenLicenses} licenses of this tenant are hidden by an administrator.`,
    }
  return { title: NO_LICENSES, text: licenseDiagnostic?.message ?? 'This tenant has no licenses.' }
}

const NO_LICENSES = 'No License Data Available'

const NO_USERS: NoMatrix = { title: 'No Users Available', text: 'This tenant has no people.' }

const NO_PREVIEW: NoMatrix = {
  title: 'Matrix Preview Not Available',
  text: 'The matrix needs the permission Directory.Read.All in this tenant. Once consent is granted for it, the next refresh reads the users and their licenses.',
}

function refusedPeople({ code, message }: PartFailure): NoMatrix {
  if (code === 'PERMISSION_MISSING' || code === 'CONSENT_REQUIRED') return NO_PREVIEW
  return {
    title: 'Error loading matrix data',
    text: `${message} The next refresh tries again.`,
    isFailure: true,
  }
}

function failureOf({ partFailures }: TenantDetails, part: PartFailure['part']) {
  return partFailures.find((failure) => failure.part === part)
}
