import {
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import type { RoleMapping, RoleOutcome } from '@tenantscope/contract/role-mappings'
import { ROLE_NAMES } from '@tenantscope/contract/roles'

import { requestIdOf, userMessageOf } from '../../../lib/api-error.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { HIDDEN_FROM_SIGHT } from '../../../ui/hidden-from-sight.ts'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { SectionCard } from '../../../ui/section-card.tsx'
import { grantText } from './grant-text.ts'
import { outcomesQuery } from './role-mappings.queries.ts'

const NARROW = '@media (max-width: 760px)'

const useStyles = makeStyles({
  text: { margin: 0, color: tokens.colorNeutralForeground2 },
  table: {
    ...typographyStyles.body1,
    width: '100%',
    borderCollapse: 'collapse',
    [NARROW]: { display: 'block' },
  },
  caption: HIDDEN_FROM_SIGHT,
  heads: { [NARROW]: { display: 'none' } },
  head: {
    ...typographyStyles.caption1Strong,
    padding: '8px 16px 8px 0',
    textAlign: 'start',
    color: tokens.colorNeutralForeground2,
  },
  body: { [NARROW]: { display: 'block' } },
  row: {
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    [NARROW]: { display: 'flex', flexDirection: 'column', gap: '2px', padding: '12px 0' },
  },
  cell: { padding: '8px 16px 8px 0', verticalAlign: 'top', [NARROW]: { padding: 0 } },
  note: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  // What a column's head says in the table stands before the value on a card.
  named: {
    [NARROW]: {
      display: 'grid',
      gridTemplateColumns: '112px minmax(0, 1fr)',
      '::before': { content: 'attr(data-head)', color: tokens.colorNeutralForeground2 },
    },
  },
  changed: { fontWeight: tokens.fontWeightSemibold },
})

export interface OutcomesProps {
  mappings: readonly RoleMapping[]
  version: number
}

/** What the saved mappings would make of the people who have an account. */
export function OutcomesCard({ mappings, version }: OutcomesProps) {
  return (
    <SectionCard title="Who would get what">
      <Outcomes mappings={mappings} version={version} />
    </SectionCard>
  )
}

/** Who would get what by the mappings; whose role would change comes first. */
export function Outcomes({ mappings, version }: OutcomesProps) {
  const styles = useStyles()
  const format = useFormat()
  const query = useQuery(outcomesQuery(mappings, version))
  if (query.isPending) return <PageSpinner text="Looking who would get what..." />
  if (query.data === undefined)
    return (
      <LoadFailed
        title="The preview could not be loaded"
        message={userMessageOf(query.error)}
        requestId={requestIdOf(query.error)}
        onRetry={() => void query.refetch()}
        retryLabel="Retry"
      />
    )
  const { people, total, changed, dataAsOf } = query.data
  if (dataAsOf === null)
    return (
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>
          Your own directory was never read, so nobody can be judged yet. Refresh it first.
        </MessageBarBody>
      </MessageBar>
    )
  if (people.length === 0)
    return (
      <EmptyState
        title="Nobody from Microsoft has an account yet"
        text="Who is imported gets the role that the mappings give."
      />
    )
  return (
    <>
      <p className={styles.text}>
        {changed === 0
          ? 'Nobody would get another role.'
          : `${format.number(changed)} of ${format.number(total)} would get another role.`}{' '}
        From the directory roles as of {format.dateTime(dataAsOf)}. The preview changes nothing.
      </p>
      <table className={styles.table}>
        <caption className={styles.caption}>Who would get what</caption>
        <thead className={styles.heads}>
          <tr>
            {['Person', 'Directory roles', 'Now', 'Then', 'Tenants'].map((column) => (
              <th key={column} scope="col" className={styles.head}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={styles.body}>
          {people.map((person) => (
            <OutcomeRow key={person.userId} person={person} />
          ))}
        </tbody>
      </table>
      {people.length < total && (
        <p className={styles.text}>
          Showing {format.number(people.length)} of {format.number(total)}
        </p>
      )}
    </>
  )
}

function OutcomeRow({ person }: { person: RoleOutcome }) {
  const styles = useStyles()
  const { name, username, isGuest, directoryRoles, currentRole, role, access } = person
  const isChanged = role !== currentRole
  const named = mergeClasses(styles.cell, styles.named)
  return (
    <tr className={styles.row}>
      <td className={styles.cell}>
        <div>
          <ForeignText wrap>{name}</ForeignText>
          {isGuest && ' (guest)'}
        </div>
        <div className={styles.note}>
          <ForeignText wrap>{username}</ForeignText>
        </div>
      </td>
      <td className={named} data-head="Directory roles">
        {directoryRoles.join(', ') || 'None'}
      </td>
      <td className={named} data-head="Now">
        {ROLE_NAMES[currentRole]}
      </td>
      <td className={mergeClasses(named, isChanged && styles.changed)} data-head="Then">
        {isChanged ? `Becomes ${ROLE_NAMES[role]}` : 'Unchanged'}
      </td>
      <td className={named} data-head="Tenants">
        {grantText(access)}
      </td>
    </tr>
  )
}
