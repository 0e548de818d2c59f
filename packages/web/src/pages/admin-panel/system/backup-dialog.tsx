import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  makeStyles,
} from '@fluentui/react-components'
import { Passphrase } from '@tenantscope/contract/system'
import { useId, useState } from 'react'

import type { RunFresh } from '../../../lib/run-fresh.ts'
import { ClosableTitle } from '../../../ui/closable-title.tsx'
import { PassphraseField } from './passphrase-field.tsx'
import { useDatabaseBackup } from './system.queries.ts'

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
  form: { display: 'flex', flexDirection: 'column', gap: '16px' },
  text: { margin: 0 },
})

interface BackupDialogProps {
  runFresh: RunFresh
  onClose: () => void
}

/** Asks for the passphrase that the file is encrypted with, then hands the file over. */
export function BackupDialog({ runFresh, onClose }: BackupDialogProps) {
  const styles = useStyles()
  const id = useId()
  const backup = useDatabaseBackup(runFresh)
  const [passphrase, setPassphrase] = useState('')
  const [again, setAgain] = useState('')
  const [problem, setProblem] = useState<{ first?: string; again?: string }>({})
  const close = () => {
    if (!backup.isPending) onClose()
  }
  const submit = () => {
    if (backup.isPending) return
    const read = Passphrase.safeParse(passphrase)
    if (!read.success) return setProblem({ first: read.error.issues[0]?.message ?? '' })
    if (passphrase !== again) return setProblem({ again: 'The two passphrases differ' })
    backup.mutate(passphrase, { onSuccess: onClose })
  }
  return (
    <Dialog open onOpenChange={(_, { open }) => !open && close()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <ClosableTitle onClose={close}>Database backup</ClosableTitle>
          <DialogContent>
            <form
              id={id}
              className={styles.form}
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                submit()
              }}
            >
              <p className={styles.text}>
                The file holds everything that is stored here, what was read from Microsoft too. It
                is encrypted with a passphrase, which nobody can get back for you.
              </p>
              <PassphraseField
                label="Passphrase"
                hint="At least 12 characters"
                value={passphrase}
                problem={problem.first}
                isNew
                onChange={(value) => {
                  setPassphrase(value)
                  setProblem({})
                }}
              />
              <PassphraseField
                label="Passphrase again"
                value={again}
                problem={problem.again}
                isNew
                onChange={(value) => {
                  setAgain(value)
                  setProblem({})
                }}
              />
            </form>
          </DialogContent>
          <DialogActions>
            <Button disabledFocusable={backup.isPending} onClick={close}>
              Cancel
            </Button>
            <Button
              appearance="primary"
              type="submit"
              form={id}
              disabledFocusable={backup.isPending}
            >
              {backup.isPending ? 'Making the backup...' : 'Download backup'}
            </Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}
