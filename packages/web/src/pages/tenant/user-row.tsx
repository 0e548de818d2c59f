/* oxlint-disable jsx-a11y/prefer-tag-over-role -- rows that exist only in sight are placed in a box that scrolls, which table elements do not allow */
import {
  Badge,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import type { TenantUser } from '@tenantscope/contract/licenses'

import { LINKED_ITEM_STYLE } from '../../features/tenant-insight/linked-item-style.ts'
import { useLinkedItem } from '../../features/tenant-insight/use-linked-item.ts'
import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { UserLicenses } from './user-licenses.tsx'
import { USER_ROW_STYLE } from './user-list-layout.ts'

const useStyles = makeStyles({
  row: {
    ...USER_ROW_STYLE,
    position: 'absolute',
    insetInline: 0,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  linked: { backgroundColor: LINKED_ITEM_STYLE.backgroundColor },
  person: { minWidth: 0, overflow: 'hidden' },
  name: typographyStyles.body1,
  email: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  badges: {
    display: 'flex',
    gap: '4px',
    overflow: 'hidden',
    '@media (max-width: 719px)': { gridRow: 2, gridColumn: '1 / -1' },
  },
  licenses: { minWidth: 0, '@media (max-width: 719px)': { gridRow: 3, gridColumn: '1 / -1' } },
  count: {
    textAlign: 'end',
    fontVariantNumeric: 'tabular-nums',
    '@media (max-width: 719px)': { gridRow: 1, gridColumn: 2 },
  },
})

interface UserRowProps {
  user: TenantUser
  rowIndex: number
  place: { top: number; height: number }
  /** Singled out by the address. */
  isLinked: boolean
}

/** One person of the tenant. */
export function UserRow({ user, rowIndex, place, isLinked }: UserRowProps) {
  const styles = useStyles()
  const format = useFormat()
  const row = useLinkedItem<HTMLDivElement>(isLinked)
  const address = user.email ?? user.userPrincipalName
  return (
    <div
      ref={row}
      role="row"
      tabIndex={-1}
      aria-rowindex={rowIndex}
      aria-current={isLinked || undefined}
      className={mergeClasses(styles.row, isLinked && styles.linked)}
      style={place}
    >
      <div role="cell" className={styles.person}>
        <ForeignText className={styles.name}>{user.name}</ForeignText>
        {address !== null && address !== user.name && (
          <ForeignText className={styles.email}>{address}</ForeignText>
        )}
      </div>
      <div role="cell" className={styles.badges}>
        <AccountBadges user={user} />
      </div>
      <div role="cell" className={styles.licenses}>
        <UserLicenses names={user.licenses} />
      </div>
      <div role="cell" className={styles.count}>
        {format.number(user.licenses.length)}
      </div>
    </div>
  )
}

function AccountBadges({ user }: { user: TenantUser }) {
  return (
    <>
      {user.isADSynced && (
        <Badge appearance="outline" color="informative">
          Synced
        </Badge>
      )}
      {user.isCloudOnly && !user.isADSynced && (
        <Badge appearance="outline" color="informative">
          Cloud only
        </Badge>
      )}
      {user.userType === 'Guest' && (
        <Badge appearance="tint" color="brand">
          Guest
        </Badge>
      )}
      {user.accountEnabled === false && (
        <Badge appearance="tint" color="danger">
          Blocked
        </Badge>
      )}
    </>
  )
}
