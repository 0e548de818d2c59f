import { Link, makeStyles, mergeClasses, Text } from '@fluentui/react-components'
import { SECOND_FACTOR } from '@tenantscope/contract/limits'
import { confirmSecondFactor } from '@tenantscope/contract/own-account'
import { useMemo, useState } from 'react'
import { encode } from 'uqr'

import { call } from '../../lib/api.ts'
import { runFresh } from '../../lib/run-fresh.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useSavedForm } from '../../ui/form/use-saved-form.ts'
import { QuestionDialog } from '../../ui/question-dialog.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import type { Enrollment } from './use-enrollment.ts'

const useStyles = makeStyles({
  code: { alignSelf: 'center' },
  picture: { display: 'block', width: '192px', height: '192px' },
})

interface SetupDialogProps {
  enrollment: Enrollment
  onClose: () => void
}

/** Shows the secret for an authenticator app, asks for a code of the app, then shows the recovery codes. */
export function SetupDialog({ enrollment, onClose }: SetupDialogProps) {
  const styles = useStyles()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const form = useSavedForm({
    initial: { code: '' },
    read: ({ code }) =>
      code.trim() === ''
        ? { problems: { code: 'Code is required' } }
        : { input: { code: code.trim() } },
    save: (body) => runFresh(() => call(confirmSecondFactor, { body })),
    onSaved: ({ recoveryCodes }) => setCodes(recoveryCodes),
  })
  if (codes !== null)
    return (
      // The codes are shown once: only their own button closes them.
      <QuestionDialog title="Save your recovery codes" isOpen onCancel={() => undefined}>
        <RecoveryCodes codes={codes} onDone={onClose} />
      </QuestionDialog>
    )
  return (
    <FormDialog
      isAlert
      title="Set up second factor"
      hasCloseButton={false}
      form={form}
      submitLabel="Confirm"
      savingLabel="Checking..."
      onClose={onClose}
    >
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
      <TextField
        form={form}
        name="code"
        label="Code"
        hint={`The ${SECOND_FACTOR.digits} digits that the app shows now.`}
        input={{ inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 20 }}
      />
    </FormDialog>
  )
}

/** The light rim that readers need, in modules. */
const RIM = 4

/** A QR code for an authenticator app; the key is shown beside it as text. */
function QrCode({ text, className }: { text: string; className?: string }) {
  const styles = useStyles()
  const picture = useMemo(() => pictureOf(text), [text])
  return (
    <img
      className={mergeClasses(styles.picture, className)}
      src={picture}
      alt="QR code for an authenticator app. The same key is written below it."
    />
  )
}

/** Dark on light in every theme: many cameras read nothing else. */
function pictureOf(text: string): string {
  const { size, data } = encode(text, { ecc: 'M', border: RIM })
  const modules = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  )
  const box = `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${box}><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${modules.join('')}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
