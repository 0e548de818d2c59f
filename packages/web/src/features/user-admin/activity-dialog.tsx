import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
} from '@fluentui/react-components'
import type { AdminUser } from '@tenantscope/contract/users'

import { ClosableTitle } from '../../ui/closable-title.tsx'
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
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={onClose}>Activity Log</ClosableTitle>
          <DialogContent className={styles.content}>
            <p className={styles.who}>
              Sign-ins and changes by or about <ForeignText wrap>{nameOf(user)}</ForeignText>
            </p>
            <ActivityLog userId={user.id} />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
