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
  makeStyles,
  MessageBar,
  MessageBarBody,
  Text,
} from '@fluentui/react-components'
import { useMutation } from '@tanstack/react-query'
import { removeSecondFactor } from '@tenantscope/contract/own-account'
import { useState } from 'react'
import type { SubmitEvent } from 'react'

import { ApiError, userMessageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import type { RunFresh } from '../../../lib/run-fresh.ts'
import { showToast } from '../../../lib/toasts.ts'
import { fieldProblem } from '../../../ui/field-problem.ts'
import { SecondFactorCodeField } from '../../../ui/second-factor-code-field.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '480px' },
  form: { display: 'contents' },
  content: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBlock: '4px 16px' },
})

/** Both are asked for once more: who sits before an open session may be somebody else. */
export function RemoveDialog({ run, onClose }: { run: RunFresh; onClose: () => void }) {
  const styles = useStyles()
  const [currentPassword, setCurrentPassword] = useState('')
  const [code, setCode] = useState('')
  const remove = useMutation({
    mutationFn: () =>
      run(() => call(removeSecondFactor, { body: { currentPassword, code: code.trim() } })),
    onSuccess: () => {
      showToast({ intent: 'success', title: 'Second factor removed' })
      onClose()
    },
  })
  const isFilled = currentPassword !== '' && code.trim() !== ''
  const problems = problemsIn(remove.error)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (isFilled && !remove.isPending) remove.mutate()
  }
  return (
    <Dialog modalType="alert" open onOpenChange={(_, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <form className={styles.form} noValidate onSubmit={submit}>
          <DialogBody>
            <DialogTitle>Remove second factor?</DialogTitle>
            <DialogContent className={styles.content}>
              {problems.other !== undefined && (
                <MessageBar intent="error" layout="multiline">
                  <MessageBarBody>{problems.other}</MessageBarBody>
                </MessageBar>
              )}
              <Text>From then on your password alone is enough to sign in as you.</Text>
              <Field label="Current password" {...fieldProblem(problems.currentPassword)}>
                <Input
                  type="password"
                  autoComplete="current-password"
                  value={currentPassword}
                  disabled={remove.isPending}
                  onChange={(_, { value }) => {
                    setCurrentPassword(value)
                    remove.reset()
                  }}
                />
              </Field>
              <SecondFactorCodeField
                value={code}
                onChange={(value) => {
                  setCode(value)
                  remove.reset()
                }}
                problem={problems.code}
                isDisabled={remove.isPending}
              />
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button
                type="submit"
                appearance="primary"
                disabledFocusable={!isFilled || remove.isPending}
              >
                {remove.isPending ? 'Removing...' : 'Remove'}
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  )
}

/** Each under its field; what belongs to none of them apart. */
function problemsIn(error: unknown): { currentPassword?: string; code?: string; other?: string } {
  if (error === null) return {}
  const fields = error instanceof ApiError ? (error.body?.fields ?? []) : []
  const messageOf = (name: string) => fields.find(({ field }) => field === name)?.message
  const [password, code] = [messageOf('body.currentPassword'), messageOf('body.code')]
  if (password !== undefined) return { currentPassword: password }
  return code === undefined ? { other: userMessageOf(error) } : { code }
}
