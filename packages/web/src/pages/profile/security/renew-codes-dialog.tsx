import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  MessageBar,
  MessageBarBody,
  Text,
} from '@fluentui/react-components'
import { useMutation } from '@tanstack/react-query'
import { renewRecoveryCodes } from '@tenantscope/contract/own-account'

import { userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import type { RunFresh } from '../../../lib/run-fresh.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
  content: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBlock: '4px 16px' },
})

/** Asks first: the old codes stop working. */
export function RenewCodesDialog({ run, onClose }: { run: RunFresh; onClose: () => void }) {
  const styles = useStyles()
  const renew = useMutation({ mutationFn: () => run(() => call(renewRecoveryCodes)) })
  const codes = renew.data?.recoveryCodes
  // Once they are asked for, the old ones count no more and the new ones are shown here alone.
  const close = () => {
    if (!renew.isPending) onClose()
  }
  return (
    <Dialog
      modalType="alert"
      open
      onOpenChange={(_, { open }) => {
        // The recovery codes are shown once: only their own button closes them.
        if (!open && !codes) close()
      }}
    >
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>
            {codes ? 'Keep your recovery codes' : 'Make new recovery codes?'}
          </DialogTitle>
          {codes ? (
            <RecoveryCodes codes={codes} onDone={onClose} />
          ) : (
            <>
              <DialogContent className={styles.content}>
                {renew.isError && (
                  <MessageBar intent="error" layout="multiline">
                    <MessageBarBody>{userMessageOf(renew.error)}</MessageBarBody>
                  </MessageBar>
                )}
                <Text>The recovery codes that you have now stop working.</Text>
              </DialogContent>
              <DialogActions>
                <Button disabledFocusable={renew.isPending} onClick={close}>
                  Cancel
                </Button>
                <Button
                  appearance="primary"
                  disabledFocusable={renew.isPending}
                  onClick={() => renew.mutate()}
                >
                  {renew.isPending ? 'Making...' : 'Make new codes'}
                </Button>
              </DialogActions>
            </>
          )}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
