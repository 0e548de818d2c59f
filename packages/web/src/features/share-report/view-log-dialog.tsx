import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
} from '@fluentui/react-components'
import type { ReportShare } from '@tenantscope/contract/shares'

import { useFormat } from '../../lib/preferences.ts'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { ViewLog } from './view-log.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '900px' },
  content: { minHeight: '240px', '@media (max-height: 640px)': { minHeight: 0 } },
  link: { margin: '0 0 16px' },
})

/** Who opened a link, over the list of links. */
export function ViewLogDialog({ share, onClose }: { share: ReportShare; onClose: () => void }) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={onClose}>View log</ClosableTitle>
          <DialogContent className={styles.content}>
            <p className={styles.link}>
              Link to <ForeignText wrap>{share.tenantName}</ForeignText>, made{' '}
              {format.dateTime(share.createdAt)}
            </p>
            <ViewLog shareId={share.id} />
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
