import { makeStyles, tokens } from '@fluentui/react-components'
import { Key20Regular } from '@fluentui/react-icons/svg/key'
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import type { AdminUser } from '@tenantscope/contract/users'
import { useMemo } from 'react'

import { useCurrentUser } from '../../../lib/current-user.ts'
import type { Format } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { LinkButton } from '../../../ui/app-link.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { RETURNS_FOCUS } from '../../../ui/returns-focus.ts'
import { Stack } from '../../../ui/stack.tsx'
import { AuthMethodBadge, UserMarks } from './user-marks.tsx'
import { accessText, addressOf, nameOf } from './user-words.ts'

const useStyles = makeStyles({
  row: { position: 'relative', ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover } },
  person: { maxWidth: '360px', '@media screen and (max-width: 900px)': { maxWidth: '100%' } },

  buttons: { '@media screen and (max-width: 900px)': { justifyContent: 'flex-start' } },
  // The complete row opens what its button opens.
  manage: { minWidth: 0, '::before': { content: '""', position: 'absolute', inset: 0 } },
  key: { zIndex: 1, minWidth: 0 },
})

interface UserTableProps {
  users: readonly AdminUser[]
  onSetPassword: (user: AdminUser) => void
}

/** Users in the server's order. */
export function UserTable({ users, onSetPassword }: UserTableProps) {
  const styles = useStyles()
  const format = useFormat()
  const columns = useMemo(
    (): readonly TableColumn<AdminUser>[] => [
      {
        header: 'User',
        isRowHeader: true,
        className: styles.person,
        render: (user) => <Identity user={user} />,
      },
      { header: 'Sign-in', render: (user) => <AuthMethodBadge authMethod={user.authMethod} /> },
      { header: 'Role', render: ({ role }) => ROLE_NAMES[role] },
      { header: 'Tenants', isNumber: true, render: (user) => accessText(user, format.number) },
      { header: 'Last M365 login', render: (user) => loginText(user, format) },
      { header: 'Status', render: (user) => <UserMarks user={user} /> },
      {
        header: 'Actions',
        isBare: true,
        render: (user) => <RowButtons user={user} onSetPassword={onSetPassword} />,
      },
    ],
    [styles.person, format, onSetPassword],
  )
  return (
    <DataTable
      caption="Users"
      columns={columns}
      rows={users}
      rowId={({ id }) => id}
      rowClassName={styles.row}
    />
  )
}

/** Empty for local users, who have none. */
function loginText({ authMethod, lastMicrosoftLogin }: AdminUser, format: Format): string | null {
  if (lastMicrosoftLogin !== null) return format.dateTime(lastMicrosoftLogin)
  return authMethod === 'local' ? null : 'Never'
}

function Identity({ user }: { user: AdminUser }) {
  const address = addressOf(user)
  return (
    <Stack as="span" row gap={12} align="center">
      <Initials name={nameOf(user)} size="small" />
      <Stack as="span">
        <ForeignText variant="strong">{nameOf(user)}</ForeignText>
        {address !== null && (
          <ForeignText variant="caption" muted>
            {address}
          </ForeignText>
        )}
      </Stack>
    </Stack>
  )
}

interface RowButtonsProps extends Pick<UserTableProps, 'onSetPassword'> {
  user: AdminUser
}

/** Only local people have a password here; one's own is changed under My Account. */
function RowButtons({ user, onSetPassword }: RowButtonsProps) {
  const styles = useStyles()
  const isSelf = useCurrentUser().id === user.id
  return (
    <Stack as="span" row justify="end" gap={4} className={styles.buttons}>
      {user.authMethod === 'local' && isSelf && (
        <LinkButton
          to="/profile"
          search={{ tab: 'security' }}
          size="small"
          appearance="subtle"
          className={styles.key}
          icon={<Key20Regular />}
          aria-label="Change your own password"
          title="Change your own password"
        />
      )}
      {user.authMethod === 'local' && !isSelf && (
        <IconButton
          {...RETURNS_FOCUS}
          size="small"
          className={styles.key}
          icon={<Key20Regular />}
          label={`Set Password of ${nameOf(user)}`}
          hint="Set Password"
          onClick={() => onSetPassword(user)}
        />
      )}
      <LinkButton
        {...RETURNS_FOCUS}
        from="/admin-panel"
        to="/admin-panel"
        search={(previous) => ({ ...previous, user: user.id })}
        resetScroll={false}
        size="small"
        className={styles.manage}
        aria-label={`Manage ${nameOf(user)}`}
      >
        Manage
      </LinkButton>
    </Stack>
  )
}
