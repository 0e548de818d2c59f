import {
  Button,
  DialogActions,
  DialogContent,
  makeStyles,
  Text,
  tokens,
} from '@fluentui/react-components'
import { ArrowDownloadRegular } from '@fluentui/react-icons/svg/arrow-download'
import { CopyRegular } from '@fluentui/react-icons/svg/copy'
import { PrintRegular } from '@fluentui/react-icons/svg/print'
import { useMutation } from '@tanstack/react-query'
import { removeSecondFactor, renewRecoveryCodes } from '@tenantscope/contract/own-account'

import { userMessageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { readBody } from '../../lib/body-problems.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { runFresh } from '../../lib/run-fresh.ts'
import { saveFile } from '../../lib/save-file.ts'
import { showToast } from '../../lib/toasts.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { Notice } from '../../ui/notice.tsx'
import { QuestionDialog } from '../../ui/question-dialog.tsx'
import { SecondFactorCodeField } from '../../ui/second-factor-code-field.tsx'
import { Stack } from '../../ui/stack.tsx'

const useStyles = makeStyles({
  content: { display: 'flex', flexDirection: 'column', gap: '16px', paddingBlock: '4px 16px' },
  codes: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(168px, 1fr))',
    gap: '8px 16px',
    margin: 0,
    padding: '12px 16px',
    listStyleType: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    fontVariantNumeric: 'tabular-nums',
  },
})

/** The only time that they are shown. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const styles = useStyles()
  const { username } = useCurrentUser()
  const text = `Recovery codes of ${username} for Tenantscope at ${location.origin}\nEach code works once instead of a code from the authenticator app.\n\n${codes.join('\n')}\n`
  return (
    <>
      <DialogContent className={styles.content}>
        <Text>
          Each of these codes works once in place of the authenticator app, for when you do not have
          your device. They are shown only now: store them with your passwords.
        </Text>
        <ul className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Stack row wrap gap={8}>
          <Button icon={<CopyRegular />} onClick={() => void copyText(codes.join('\n'))}>
            Copy
          </Button>
          <Button
            icon={<ArrowDownloadRegular />}
            onClick={() =>
              saveFile({ name: 'tenantscope-recovery-codes.txt', text, type: 'text/plain' })
            }
          >
            Download
          </Button>
          <Button icon={<PrintRegular />} onClick={() => printText(text)}>
            Print
          </Button>
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button appearance="primary" onClick={onDone}>
          I have saved them
        </Button>
      </DialogActions>
    </>
  )
}

/** Longer than the browser's print dialog stays open. */
const KEPT_MS = 300_000

/** Prints a text and nothing of the page around it. */
function printText(text: string): void {
  const frame = document.createElement('iframe')
  // Out of sight, not hidden: some browsers print nothing of a hidden frame.
  Object.assign(frame.style, { position: 'fixed', width: '0', height: '0', border: '0' })
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  document.body.append(frame)
  const { contentDocument, contentWindow } = frame
  if (contentDocument === null || contentWindow === null) {
    frame.remove()
    return
  }
  const paper = contentDocument.createElement('pre')
  paper.textContent = text
  contentDocument.body.append(paper)
  contentWindow.addEventListener('afterprint', () => frame.remove())
  // For browsers that do not say when they have printed.
  setTimeout(() => frame.remove(), KEPT_MS)
  contentWindow.print()
}

/** Asks first: the old codes stop working. */
export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const renew = useMutation({ mutationFn: () => runFresh(() => call(renewRecoveryCodes)) })
  const codes = renew.data?.recoveryCodes
  // The new codes are shown here alone and once: only their own button closes them.
  const cancel = () => {
    if (!renew.isPending && !codes) onClose()
  }
  return (
    <QuestionDialog
      title={codes ? 'Save your recovery codes' : 'Create new recovery codes?'}
      isOpen
      onCancel={cancel}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        <>
          <DialogContent>
            <Stack gap={16}>
              {renew.isError && <Notice intent="error">{userMessageOf(renew.error)}</Notice>}
              <Text>Your current recovery codes stop working.</Text>
            </Stack>
          </DialogContent>
          <DialogActions>
            <Button disabledFocusable={renew.isPending} onClick={cancel}>
              Cancel
            </Button>
            <ActionButton
              appearance="primary"
              isBusy={renew.isPending}
              busyLabel="Making..."
              onClick={() => renew.mutate()}
            >
              Create new codes
            </ActionButton>
          </DialogActions>
        </>
      )}
    </QuestionDialog>
  )
}

interface RemoveDialogProps {
  /** True when another one must be set up right after the removal. */
  isRequired: boolean
  onClose: () => void
}

/** Asks for password and code again: another person may be using an open session. */
export function RemoveDialog({ isRequired, onClose }: RemoveDialogProps) {
  const form = useSavedForm({
    initial: { currentPassword: '', code: '' },
    read: (values) => readBody(removeSecondFactor.body, { ...values, code: values.code.trim() }),
    save: (body) => runFresh(() => call(removeSecondFactor, { body })),
    isOff: ({ currentPassword, code }) => currentPassword === '' || code.trim() === '',
    onSaved: () => {
      showToast({ intent: 'success', title: 'Second factor removed' })
      onClose()
    },
  })
  return (
    <FormDialog
      isAlert
      title="Remove second factor?"
      hasCloseButton={false}
      form={form}
      submitLabel="Remove"
      savingLabel="Removing..."
      onClose={onClose}
    >
      <Text>
        {isRequired
          ? 'Local accounts must use a second factor: after that, you set up another one before you can continue.'
          : 'After that, your password alone is enough to sign in.'}
      </Text>
      <TextField
        form={form}
        name="currentPassword"
        label="Current password"
        input={{ type: 'password', autoComplete: 'current-password' }}
      />
      <SecondFactorCodeField form={form} />
    </FormDialog>
  )
}
