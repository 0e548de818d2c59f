import {
  Button,
  makeStyles,
  tokens,
  typographyStyles,
  useRestoreFocusTarget,
} from '@fluentui/react-components'
import type { TenantGroup } from '@tenantscope/contract/tenant-groups'
import { useEffect, useState } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'

const useStyles = makeStyles({
  row: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 16px',
    padding: '8px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  words: { flex: '1 1 200px', minWidth: 0 },
  count: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  actions: { display: 'flex', gap: '8px' },
})

interface GroupRowProps {
  group: TenantGroup
  isFocused: boolean
  onEdit: () => void
  onDelete: () => void
}

/** One group with what it holds. */
export function GroupRow({ group, isFocused, onEdit, onDelete }: GroupRowProps) {
  const styles = useStyles()
  const format = useFormat()
  const restoreFocus = useRestoreFocusTarget()
  const [edit, setEdit] = useState<HTMLButtonElement | null>(null)
  useEffect(() => {
    if (isFocused) edit?.focus()
  }, [isFocused, edit])
  const { name, tenantIds } = group
  const count = tenantIds.length
  return (
    <li className={styles.row}>
      <div className={styles.words}>
        <ForeignText wrap>{name}</ForeignText>
        <div className={styles.count}>
          {count === 1 ? '1 tenant' : `${format.number(count)} tenants`}
        </div>
      </div>
      <div className={styles.actions}>
        <Button ref={setEdit} size="small" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button {...restoreFocus} size="small" aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}
