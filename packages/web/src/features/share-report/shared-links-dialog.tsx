import { makeStyles } from '@fluentui/react-components'
import type { TenantId } from '@tenantscope/contract/ids'

import { ClosableDialog } from '../../ui/closable-dialog.tsx'
import { SharedLinks } from './shared-links.tsx'

const useStyles = makeStyles({
  // On a phone Fluent's dialogs are as wide as the window.
  surface: {
    maxWidth: '1200px',
    '@media (min-width: 481px)': { width: 'calc(100vw - 48px)' },
  },
  // The dialog keeps its height while somebody searches.
  content: { minHeight: '400px', '@media (max-height: 640px)': { minHeight: 0 } },
})

interface SharedLinksDialogProps {
  /** Only the links of this tenant; without it, of all. */
  tenantId?: TenantId
  onClose: () => void
}

/** The share links that the reader made; administrators may see and end everyone's. */
export function SharedLinksDialog({ tenantId, onClose }: SharedLinksDialogProps) {
  const styles = useStyles()
  return (
    <ClosableDialog
      title="Shared links"
      className={styles.surface}
      contentClassName={styles.content}
      onClose={onClose}
    >
      <SharedLinks tenantId={tenantId ?? null} />
    </ClosableDialog>
  )
}
