/* oxlint-disable jsx-a11y/prefer-tag-over-role -- options that exist only in sight are placed in a box that scrolls, which a select element does not allow */
import {
  Badge,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { CheckboxChecked20Filled } from '@fluentui/react-icons/svg/checkbox-checked'
import { CheckboxUnchecked20Regular } from '@fluentui/react-icons/svg/checkbox-unchecked'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { memo } from 'react'

import { isBlocked, isGuest } from '../../lib/report-selection.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'

const useStyles = makeStyles({
  option: {
    position: 'absolute',
    insetInline: 0,
    display: 'grid',
    gridTemplateColumns: '20px minmax(0, 1fr) auto minmax(0, 1fr)',
    alignItems: 'center',
    columnGap: '12px',
    boxSizing: 'border-box',
    padding: '0 8px',
    contain: 'strict',
    cursor: 'pointer',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    '@media (max-width: 640px)': { gridTemplateColumns: '20px minmax(0, 1fr) auto' },
  },
  // Only while the list has the focus: elsewhere it would mean nothing.
  active: {
    '[role="listbox"]:focus-visible &': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      outlineOffset: '-3px',
    },
  },
  box: { display: 'flex', color: tokens.colorNeutralStrokeAccessible },
  checked: { color: tokens.colorCompoundBrandForeground1 },
  person: { minWidth: 0 },
  name: typographyStyles.body1,
  email: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  badges: { display: 'flex', gap: '4px' },
  licenses: {
    ...typographyStyles.caption1,
    textAlign: 'end',
    color: tokens.colorNeutralForeground2,
    '@media (max-width: 640px)': { display: 'none' },
  },
})

interface UserOptionProps {
  id: string
  user: TenantUser
  licenseIds: ReadonlySet<string>
  index: number
  count: number
  top: number
  height: number
  isChosen: boolean
  isActive: boolean
}

/** One person to choose; drawn anew only when something about them changes. */
export const UserOption = memo(function UserOption(props: UserOptionProps) {
  const { id, user, licenseIds, index, count, top, height, isChosen, isActive } = props
  const styles = useStyles()
  const address = user.email ?? user.userPrincipalName
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isChosen}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-index={index}
      className={mergeClasses(styles.option, isActive && styles.active)}
      style={{ top, height }}
    >
      <span className={mergeClasses(styles.box, isChosen && styles.checked)} aria-hidden>
        {isChosen ? <CheckboxChecked20Filled /> : <CheckboxUnchecked20Regular />}
      </span>
      <div className={styles.person}>
        <ForeignText className={styles.name}>{user.name}</ForeignText>
        {address !== null && address !== user.name && (
          <ForeignText className={styles.email}>{address}</ForeignText>
        )}
      </div>
      <span className={styles.badges}>
        {isGuest(user) && (
          <Badge appearance="tint" color="brand">
            Guest
          </Badge>
        )}
        {isBlocked(user) && (
          <Badge appearance="tint" color="danger">
            Blocked
          </Badge>
        )}
      </span>
      <ForeignText className={styles.licenses}>{heldNames(user, licenseIds)}</ForeignText>
    </div>
  )
})

function heldNames(user: TenantUser, licenseIds: ReadonlySet<string>): string {
  return user.licenses
    .filter((_, index) => licenseIds.has(user.licenseSkuIds[index] ?? ''))
    .join(', ')
}
