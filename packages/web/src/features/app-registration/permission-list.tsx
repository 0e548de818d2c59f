import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'

import { PERMISSION_COLUMNS_STYLE } from './permission-columns-style.ts'
import { PermissionItem } from './permission-item.tsx'
import type { PermissionItemProps } from './permission-item.tsx'

const useStyles = makeStyles({
  columns: {
    ...typographyStyles.caption1,
    ...PERMISSION_COLUMNS_STYLE,
    paddingBottom: '4px',
    color: tokens.colorNeutralForeground2,
    '@media (max-width: 840px)': { display: 'none' },
  },
  list: { display: 'flex', flexDirection: 'column', margin: 0, padding: 0, listStyleType: 'none' },
})

/** Permissions under each other, their states in columns where there is room. */
export function PermissionList({ items }: { items: readonly PermissionItemProps[] }) {
  const styles = useStyles()
  return (
    <>
      {/* Each entry says these words itself. */}
      <div className={styles.columns} aria-hidden>
        <span>Permission</span>
        <span>Unlocks</span>
        <span>State</span>
        <span>Proof</span>
      </div>
      <ul className={styles.list}>
        {items.map((item) => (
          <PermissionItem key={item.permission.value} {...item} />
        ))}
      </ul>
    </>
  )
}
