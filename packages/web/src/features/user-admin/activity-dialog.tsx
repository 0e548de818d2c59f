import { makeStyles } from '@fluentui/react-components'
import type { AdminUser } from '@tenantscope/contract/users'

import { ClosableDialog } from '../../ui/closable-dialog.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { ActivityLog } from './activity-log.tsx'
import { nameOf } from './user-words.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '960px' },
  content: { minHeight: '240px', '@media (max-height: 640px)': { minHeight: 0 } },
  who: { margin: '0 0 12px' },
})

/** What somebody did, and what was done to them. */
export function ActivityDialog({ user, onClose }: { user: AdminUser; onClose: () => void }) {
  const styles = useStyles()
  return (
    <ClosableDialog
      title="Activity Log"
      className={styles.surface}
      contentClassName={styles.content}
      onClose={onClose}
    >
      <p className={styles.who}>
        Sign-ins and changes by or about <ForeignText wrap>{nameOf(user)}</ForeignText>
      </p>
      <ActivityLog userId={user.id} />
    </ClosableDialog>
  )
}
