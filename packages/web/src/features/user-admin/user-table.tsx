import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import type { AdminUser } from '@tenantscope/contract/users'

import { HIDDEN_FROM_SIGHT } from '../../ui/hidden-from-sight.ts'
import { UserRow } from './user-row.tsx'
import { NARROW_USERS } from './user-table-layout.ts'

const useStyles = makeStyles({
  table: {
    ...typographyStyles.body1,
    width: '100%',
    borderCollapse: 'collapse',
    [NARROW_USERS]: { display: 'block' },
  },
  caption: HIDDEN_FROM_SIGHT,
  heads: { [NARROW_USERS]: { display: 'none' } },
  head: {
    ...typographyStyles.caption1Strong,
    padding: '8px 16px 8px 0',
    textAlign: 'start',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
  },
  number: { textAlign: 'end', paddingInlineEnd: '32px' },
  actions: { paddingInlineEnd: 0, textAlign: 'end' },
  body: { [NARROW_USERS]: { display: 'block' } },
})

const COLUMNS = ['User', 'Sign-in', 'Role', 'Tenants', 'Last M365 Login', 'Status', 'Actions']

interface UserTableProps {
  users: readonly AdminUser[]
  onSetPassword: (user: AdminUser) => void
}

/** People in the server's order; on a narrow screen each is a card. */
export function UserTable({ users, onSetPassword }: UserTableProps) {
  const styles = useStyles()
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>Users</caption>
      <thead className={styles.heads}>
        <tr>
          {COLUMNS.map((column) => (
            <th
              key={column}
              scope="col"
              className={mergeClasses(
                styles.head,
                column === 'Tenants' && styles.number,
                column === 'Actions' && styles.actions,
              )}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className={styles.body}>
        {users.map((user) => (
          <UserRow key={user.id} user={user} onSetPassword={onSetPassword} />
        ))}
      </tbody>
    </table>
  )
}
