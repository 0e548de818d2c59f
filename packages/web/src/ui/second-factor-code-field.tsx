import { Link, makeStyles } from '@fluentui/react-components'
import { useState } from 'react'

import { TextField } from './form/text-field.tsx'
import type { SavedForm } from './form/use-saved-form.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  field: { width: '100%' },
})

interface CodeFieldProps {
  form: Pick<SavedForm<{ code: string }>, 'values' | 'problems' | 'change' | 'isSaving'>
  inputRef?: (input: HTMLInputElement | null) => void
}

/** A code of the authenticator app, or a recovery code instead. */
export function SecondFactorCodeField({ form, inputRef }: CodeFieldProps) {
  const styles = useStyles()
  const [isRecovery, setIsRecovery] = useState(false)
  const words = isRecovery ? RECOVERY : APP
  return (
    <div className={styles.root}>
      <TextField
        form={form}
        name="code"
        className={styles.field}
        label={words.label}
        hint={words.hint}
        {...(inputRef === undefined ? {} : { inputRef })}
        input={{
          maxLength: 20,
          inputMode: isRecovery ? 'text' : 'numeric',
          autoComplete: isRecovery ? 'off' : 'one-time-code',
          autoCapitalize: isRecovery ? 'characters' : 'none',
          spellCheck: false,
        }}
      />
      <Link
        as="button"
        type="button"
        disabledFocusable={form.isSaving}
        onClick={() => {
          setIsRecovery(!isRecovery)
          form.change({ code: '' })
        }}
      >
        {words.other}
      </Link>
    </div>
  )
}

const APP = {
  label: 'Code',
  hint: 'The 6 digits that your authenticator app shows now.',
  other: 'Use a recovery code',
}

const RECOVERY = {
  label: 'Recovery code',
  hint: 'One of the codes that you saved when you set up the second factor. Each code works once.',
  other: 'Use the authenticator app',
}
