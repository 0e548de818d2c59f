import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  Link,
  makeStyles,
  Text,
} from '@fluentui/react-components'
import { useMutation } from '@tanstack/react-query'
import { SECOND_FACTOR } from '@tenantscope/contract/limits'
import { confirmSecondFactor } from '@tenantscope/contract/own-account'
import { useEffect, useState } from 'react'
import type { SubmitEvent } from 'react'

import { userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import type { RunFresh } from '../../../lib/run-fresh.ts'
import { CopyField } from '../../../ui/copy-field.tsx'
import { fieldProblem } from '../../../ui/field-problem.ts'
import { QrCode } from './qr-code.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
  form: { display: 'contents' },
  content: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBlock: '4px 16px' },
  code: { alignSelf: 'center' },
})

interface SetupDialogProps {
  enrollment: { secret: string; uri: string }
  run: RunFresh
  onClose: () => void
}

/** The authenticator app gets the secret, a code shows that it has it, and recovery codes are kept. */
export function SetupDialog({ enrollment, run, onClose }: SetupDialogProps) {
  const styles = useStyles()
  const confirm = useConfirm(run)
  const recoveryCodes = confirm.data?.recoveryCodes
  // The recovery codes are shown here alone.
  const close = () => {
    if (!confirm.isPending) onClose()
  }
  return (
    <Dialog
      modalType="alert"
      open
      onOpenChange={(_, { open }) => {
        // The recovery codes are shown once: only their own button closes them.
        if (!open && !recoveryCodes) close()
      }}
    >
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>
            {recoveryCodes ? 'Keep your recovery codes' : 'Set up second factor'}
          </DialogTitle>
          {recoveryCodes ? (
            <RecoveryCodes codes={recoveryCodes} onDone={onClose} />
          ) : (
            <Confirmation enrollment={enrollment} confirm={confirm} onCancel={close} />
          )}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  )
}

const useConfirm = (run: RunFresh) =>
  useMutation({
    mutationFn: (code: string) => run(() => call(confirmSecondFactor, { body: { code } })),
  })

interface ConfirmationProps {
  enrollment: SetupDialogProps['enrollment']
  confirm: ReturnType<typeof useConfirm>
  onCancel: () => void
}

function Confirmation({ enrollment, confirm, onCancel }: ConfirmationProps) {
  const styles = useStyles()
  const [code, setCode] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  // Disabled while the server decides, the field has lost the focus.
  useEffect(() => {
    if (!confirm.isError) return
    input?.focus()
    input?.select()
  }, [confirm.isError, input])
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const isEmpty = code.trim() === ''
    setIsMissing(isEmpty)
    if (isEmpty) input?.focus()
    else if (!confirm.isPending) confirm.mutate(code.trim())
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <DialogContent className={styles.content}>
        <Text>
          Scan this code with an authenticator app. On this device,{' '}
          <Link href={enrollment.uri} inline>
            open it in an app
          </Link>
          ; or type the key into one.
        </Text>
        <QrCode className={styles.code} text={enrollment.uri} />
        <CopyField label="Key" value={enrollment.secret} />
        <Text>Confirming it signs you out everywhere else.</Text>
        <Field
          label="Code"
          hint={`The ${SECOND_FACTOR.digits} digits that the app shows now.`}
          {...fieldProblem(problemOf(isMissing, confirm.error))}
        >
          <Input
            ref={setInput}
            value={code}
            onChange={(_, { value }) => {
              setCode(value)
              setIsMissing(false)
              confirm.reset()
            }}
            disabled={confirm.isPending}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
          />
        </Field>
      </DialogContent>
      <DialogActions>
        <Button disabledFocusable={confirm.isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" appearance="primary" disabledFocusable={confirm.isPending}>
          {confirm.isPending ? 'Checking...' : 'Confirm'}
        </Button>
      </DialogActions>
    </form>
  )
}

function problemOf(isMissing: boolean, error: unknown): string | undefined {
  if (isMissing) return 'Code is required'
  return error === null ? undefined : userMessageOf(error)
}
