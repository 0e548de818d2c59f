import { Button, makeStyles, useRestoreFocusTarget } from '@fluentui/react-components'
import type { ShareId } from '@tenantscope/contract/ids'
import type { ReportShare } from '@tenantscope/contract/shares'

import { useFormat } from '../../lib/preferences.ts'
import { copyText } from '../../ui/copy-text.ts'
import { canBeDeactivated, canBeOpened } from './share-status.ts'

const useStyles = makeStyles({
  actions: { display: 'flex', flexWrap: 'wrap', gap: '4px' },
  button: { minWidth: 0, whiteSpace: 'nowrap' },
})

/** What a link can ask for. One object for all links, and the same one in every render. */
export interface OpenOverLinks {
  showLog: (share: ReportShare) => void
  askToDeactivate: (share: ReportShare) => void
}

interface LinkActionsProps {
  share: ReportShare
  now: Date
  open: OpenOverLinks
}

/** What can be done with a link; what can be no more is not offered. */
export function LinkActions({ share, now, open }: LinkActionsProps) {
  const styles = useStyles()
  const format = useFormat()
  const restoreFocus = useRestoreFocusTarget()
  const which = `link to ${share.tenantName}, made ${format.dateTime(share.createdAt)}`
  return (
    <div className={styles.actions}>
      {canBeOpened(share, now) && (
        <>
          <Button
            as="a"
            size="small"
            className={styles.button}
            aria-label={`Open ${which}`}
            href={share.shareUrl}
            target="_blank"
            rel="noreferrer"
          >
            Open
          </Button>
          <Button
            size="small"
            className={styles.button}
            aria-label={`Copy ${which}`}
            onClick={() => void copyText(share.shareUrl)}
          >
            Copy
          </Button>
        </>
      )}
      <Button
        {...restoreFocus}
        id={logButtonId(share.id)}
        size="small"
        className={styles.button}
        aria-label={`View log of ${which}`}
        onClick={() => open.showLog(share)}
      >
        View log
      </Button>
      {canBeDeactivated(share, now) && (
        <Button
          {...restoreFocus}
          size="small"
          className={styles.button}
          aria-label={`Deactivate ${which}`}
          onClick={() => open.askToDeactivate(share)}
        >
          Deactivate
        </Button>
      )}
    </div>
  )
}

/** The one button that every link always has. */
export function logButtonId(shareId: ShareId): string {
  return `view-log-${shareId}`
}
