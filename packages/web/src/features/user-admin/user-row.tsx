import {
  Button,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import { Key20Regular } from '@fluentui/react-icons/svg/key'
import { ROLE_NAMES } from '@tenantscope/contract/roles'
import type { AdminUser } from '@tenantscope/contract/users'
import { memo } from 'react'

import { useCurrentUser } from '../../lib/current-user.ts'
import type { Format } from '../../lib/format.ts'
import { useFormat } from '../../lib/preferences.ts'
import { LinkButton } from '../../ui/app-link.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { Initials } from '../../ui/initials.tsx'
import { AuthMethodBadge, UserMarks } from './user-marks.tsx'
import { NARROW_USERS } from './user-table-layout.ts'
import { accessText, addressOf, nameOf } from './user-words.ts'

const useStyles = makeStyles({
  row: {
    position: 'relative',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    [NARROW_USERS]: {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: '4px 12px',
      padding: '12px 0',
    },
  },
  cell: {
    padding: '8px 16px 8px 0',
    textAlign: 'start',
    fontWeight: tokens.fontWeightRegular,
    fontVariantNumeric: 'tabular-nums',
    [NARROW_USERS]: { padding: 0, ':empty': { display: 'none' } },
  },
  person: { maxWidth: '360px', [NARROW_USERS]: { flexBasis: '100%', maxWidth: '100%' } },
  identity: { display: 'flex', alignItems: 'center', gap: '12px', minWidth: 0 },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  name: typographyStyles.body1Strong,
  address: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  number: {
    textAlign: 'end',
    whiteSpace: 'nowrap',
    paddingInlineEnd: '32px',
    [NARROW_USERS]: { textAlign: 'start', padding: 0 },
  },
  // What a column's head says in the table stands before the value on a card.
  login: {
    [NARROW_USERS]: {
      flexBasis: '100%',
      color: tokens.colorNeutralForeground2,
      '::before': { content: '"Last M365 login: "' },
    },
  },
  actions: {
    paddingInlineEnd: 0,
    [NARROW_USERS]: { flexBasis: '100%' },
  },
  buttons: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: '4px',
    [NARROW_USERS]: { justifyContent: 'flex-start', paddingTop: '4px' },
  },
  // The whole row opens what its button opens.
  manage: {
    minWidth: 0,
    '::before': { content: '""', position: 'absolute', inset: 0 },
  },
  key: { zIndex: 1, minWidth: 0 },
})

interface UserRowProps {
  user: AdminUser
  onSetPassword: (user: AdminUser) => void
}

/** One person of the list. */
export const UserRow = memo(function UserRow({ user, onSetPassword }: UserRowProps) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <tr className={styles.row}>
      <th scope="row" className={mergeClasses(styles.cell, styles.person)}>
        <Identity user={user} />
      </th>
      <td className={styles.cell}>
        <AuthMethodBadge authMethod={user.authMethod} />
      </td>
      <td className={styles.cell}>{ROLE_NAMES[user.role]}</td>
      <td className={mergeClasses(styles.cell, styles.number)}>
        {accessText(user, format.number)}
      </td>
      <td className={mergeClasses(styles.cell, styles.login)}>{loginText(user, format)}</td>
      <td className={styles.cell}>
        <UserMarks user={user} />
      </td>
      <td className={mergeClasses(styles.cell, styles.actions)}>
        <RowButtons user={user} onSetPassword={onSetPassword} />
      </td>
    </tr>
  )
})

/** Local people have none: nothing stands there. */
function loginText({ authMethod, lastMicrosoftLogin }: AdminUser, format: Format): string | null {
  if (lastMicrosoftLogin !== null) return format.dateTime(lastMicrosoftLogin)
  return authMethod === 'local' ? null : 'Never'
}

function Identity({ user }: { user: AdminUser }) {
  const styles = useStyles()
  const address = addressOf(user)
  return (
    <span className={styles.identity}>
      <Initials name={nameOf(user)} size="small" />
      <span className={styles.words}>
        <ForeignText className={styles.name}>{nameOf(user)}</ForeignText>
        {address !== null && <ForeignText className={styles.address}>{address}</ForeignText>}
      </span>
    </span>
  )
}

/** Only local people have a password here; one's own is changed under My Account. */
function RowButtons({ user, onSetPassword }: UserRowProps) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  const isSelf = useCurrentUser().id === user.id
  return (
    <span className={styles.buttons}>
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
        <Button
          {...restoreFocus}
          size="small"
          appearance="subtle"
          className={styles.key}
          icon={<Key20Regular />}
          aria-label={`Set Password of ${nameOf(user)}`}
          title="Set Password"
          onClick={() => onSetPassword(user)}
        />
      )}
      <LinkButton
        {...restoreFocus}
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
    </span>
  )
}
