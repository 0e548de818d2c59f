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

import { ForeignText } from '../../ui/foreign-text.tsx'

const useStyles = makeStyles({ surface: { maxWidth: '480px' } })

interface ConsentSuccessDialogProps {
  displayName: string
  isOpen: boolean
  onClose: () => void
}

export function ConsentSuccessDialog(props: ConsentSuccessDialogProps) {
  const { displayName, isOpen, onClose } = props
  const styles = useStyles()
  return (
    <Dialog open={isOpen} onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>Admin Consent Successful</DialogTitle>
          <DialogContent>
            <ForeignText wrap>{displayName}</ForeignText> has granted the permissions. Tenantscope
            is reading it now. The additional data appears on this page automatically.
          </DialogContent>
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
