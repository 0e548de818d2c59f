import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'

import { requestIdOf, userMessageOf } from '../../lib/api-error.ts'
import { licensesQuery } from '../../lib/licenses.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { PageSpinner } from '../../ui/page-spinner.tsx'
import { LicenseList } from './license-list.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '800px' },
  // The dialog keeps its height while somebody searches.
  content: { minHeight: '480px', '@media (max-height: 640px)': { minHeight: 0 } },
})

interface LicensesDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Every SKU that was seen in any tenant: whether it is shown, and what a seat costs. */
export function LicensesDialog({ isOpen, onClose }: LicensesDialogProps) {
  const styles = useStyles()
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>Licenses and prices</DialogTitle>
          <DialogContent className={styles.content}>{isOpen && <Licenses />}</DialogContent>
          <DialogActions>
            <Button appearance="primary" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

function Licenses() {
  const licenses = useQuery(licensesQuery)
  if (licenses.isPending) return <PageSpinner text="Loading licenses..." />
  if (licenses.isError)
    return (
      <LoadFailed
        title="The licenses could not be loaded"
        message={userMessageOf(licenses.error)}
        requestId={requestIdOf(licenses.error)}
        onRetry={() => void licenses.refetch()}
      />
    )
  if (licenses.data.length === 0)
    return (
      <EmptyState
        title="No licenses found"
        text="Licenses appear here once the first tenant was read."
      />
    )
  return <LicenseList licenses={licenses.data} />
}
