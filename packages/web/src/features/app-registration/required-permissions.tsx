import { Badge, makeStyles, typographyStyles } from '@fluentui/react-components'
import type { CheckedPermission, ConsentCheck } from '@tenantscope/contract/azure'
import { useId } from 'react'

import { PERMISSION_HEADING_STYLE } from './permission-heading-style.ts'
import { PermissionList } from './permission-list.tsx'
import { areGrantsKnown, requiredWord } from './permission-words.ts'

const useStyles = makeStyles({
  heading: PERMISSION_HEADING_STYLE,
  count: { fontVariantNumeric: 'tabular-nums' },
  title: { ...typographyStyles.body1Strong, margin: 0 },
})

interface RequiredPermissionsProps {
  permissions: readonly CheckedPermission[]
  check: ConsentCheck | null
}

/** What Tenantscope cannot do without, each granted or not. */
export function RequiredPermissions({ permissions, check }: RequiredPermissionsProps) {
  const styles = useStyles()
  const id = useId()
  const isKnown = areGrantsKnown(permissions, check)
  const granted = permissions.filter(({ isGranted }) => isGranted).length
  return (
    <section aria-labelledby={id}>
      <div className={styles.heading}>
        <h3 id={id} className={styles.title}>
          Required Permissions
        </h3>
        <Badge appearance="outline" color="informative" className={styles.count}>
          {isKnown ? granted : '–'} / {permissions.length} Required
        </Badge>
      </div>
      <PermissionList
        items={permissions.map((permission) => ({
          permission,
          word: requiredWord(permission, isKnown),
          tag: permission.isCritical ? 'Critical' : undefined,
        }))}
      />
    </section>
  )
}
