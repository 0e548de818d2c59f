import { makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { CallReply } from '@tenantscope/contract/endpoint'
import type {
  previewRoleMappings,
  RoleMapping,
  RoleOutcome,
} from '@tenantscope/contract/role-mappings'
import { ROLE_NAMES } from '@tenantscope/contract/roles'

import { useFormat } from '../../../lib/preferences.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { Text } from '../../../ui/text.tsx'
import { settingsQuery } from '../settings/settings.queries.ts'
import { grantText } from './grant-text.ts'
import { outcomesQuery } from './role-mappings.queries.ts'

const useStyles = makeStyles({
  changed: { fontWeight: tokens.fontWeightSemibold },
})

export interface OutcomesProps {
  mappings: readonly RoleMapping[]
  version: number
}

/** Previews the role of each Microsoft user by the mappings. Changed roles come first. */
export function Outcomes({ mappings, version }: OutcomesProps) {
  const settings = useQuery(settingsQuery)
  // Without it, mappings apply only when a user is imported: existing users keep their roles.
  const isRoleSyncOn = settings.data?.roleSyncEnabled ?? true
  const query = useQuery(outcomesQuery(mappings, version))
  if (query.isPending || settings.isPending)
    return <PageSpinner text="Loading the role preview..." />
  if (query.data === undefined)
    return <LoadFailed title="The preview could not be loaded" query={query} retryLabel="Retry" />
  const { dataAsOf } = query.data
  if (dataAsOf === null)
    return (
      <Notice intent="info">
        Your own directory has not been read yet, so roles cannot be previewed. Refresh it first.
      </Notice>
    )
  if (!isRoleSyncOn && mappings.every(({ enabled }) => !enabled))
    return (
      <EmptyState
        title="No role changes"
        text="Role sync is off and no mapping is enabled, so users keep their roles."
      />
    )
  return <OutcomeTable outcomes={query.data} dataAsOf={dataAsOf} isRoleSyncOn={isRoleSyncOn} />
}

interface OutcomeTableProps {
  outcomes: CallReply<typeof previewRoleMappings>
  dataAsOf: string
  isRoleSyncOn: boolean
}

function OutcomeTable({ outcomes, dataAsOf, isRoleSyncOn }: OutcomeTableProps) {
  const format = useFormat()
  const { people, total, changed } = outcomes
  if (people.length === 0)
    return (
      <EmptyState
        title="No Microsoft users yet"
        text="Imported users get the role of the first matching mapping."
      />
    )
  return (
    <>
      <Text as="p" muted>
        {!isRoleSyncOn && 'Role sync is off: users keep their roles. With role sync: '}
        {changed === 0
          ? 'No user would get another role.'
          : `${format.number(changed)} of ${format.number(total)} would get another role.`}{' '}
        Based on the directory roles as of {format.dateTime(dataAsOf)}. The preview changes nothing.
      </Text>
      <DataTable
        caption="Role preview"
        columns={isRoleSyncOn ? COLUMNS : COLUMNS_WITHOUT_SYNC}
        rows={people}
        rowId={({ userId }) => userId}
      />
      {people.length < total && (
        <Text as="p" muted>
          Showing {format.number(people.length)} of {format.number(total)}
        </Text>
      )}
    </>
  )
}

function Person({ person: { name, username, isGuest } }: { person: RoleOutcome }) {
  return (
    <>
      <div>
        <ForeignText wrap>{name}</ForeignText>
        {isGuest && ' (guest)'}
      </div>
      <Text as="div" variant="caption" muted>
        <ForeignText wrap>{username}</ForeignText>
      </Text>
    </>
  )
}

interface ThenProps {
  person: RoleOutcome
  verb: string
}

function Then({ person: { role, currentRole }, verb }: ThenProps) {
  const styles = useStyles()
  if (role === currentRole) return 'Unchanged'
  return (
    <span className={styles.changed}>
      {verb} {ROLE_NAMES[role]}
    </span>
  )
}

const columnsWith = (then: TableColumn<RoleOutcome>): readonly TableColumn<RoleOutcome>[] => [
  { header: 'Person', isBare: true, render: (person) => <Person person={person} /> },
  {
    header: 'Directory roles',
    render: ({ directoryRoles }) => directoryRoles.join(', ') || 'None',
  },
  { header: 'Now', render: ({ currentRole }) => ROLE_NAMES[currentRole] },
  then,
  { header: 'Tenants', render: ({ access }) => grantText(access) },
]

const COLUMNS = columnsWith({
  header: 'Then',
  render: (person) => <Then person={person} verb="Becomes" />,
})
const COLUMNS_WITHOUT_SYNC = columnsWith({
  header: 'With role sync',
  render: (person) => <Then person={person} verb="Would become" />,
})
