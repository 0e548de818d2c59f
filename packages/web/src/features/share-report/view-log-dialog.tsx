import { makeStyles } from '@fluentui/react-components'
import type { ReportShare } from '@tenantscope/contract/shares'

import { useFormat } from '../../lib/preferences.ts'
import { ClosableDialog } from '../../ui/closable-dialog.tsx'
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
    <ClosableDialog
      title="View log"
      className={styles.surface}
      contentClassName={styles.content}
      onClose={onClose}
    >
      <p className={styles.link}>
        Link to <ForeignText wrap>{share.tenantName}</ForeignText>, made{' '}
        {format.dateTime(share.createdAt)}
      </p>
      <ViewLog shareId={share.id} />
    </ClosableDialog>
  )
}
