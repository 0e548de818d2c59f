import { Field, Input, Link, makeStyles } from '@fluentui/react-components'
import { useState } from 'react'

import { fieldProblem } from './field-problem.ts'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '8px' },
  field: { width: '100%' },
})

interface SecondFactorCodeFieldProps {
  value: string
  onChange: (value: string) => void
  problem: string | undefined
  isDisabled: boolean
  inputRef?: (input: HTMLInputElement | null) => void
}

/** A code of the authenticator app, or one of the recovery codes in its place. */
export function SecondFactorCodeField(props: SecondFactorCodeFieldProps) {
  const { value, onChange, problem, isDisabled, inputRef } = props
  const styles = useStyles()
  const [isRecovery, setIsRecovery] = useState(false)
  const words = isRecovery ? RECOVERY : APP
  return (
    <div className={styles.root}>
      <Field
        className={styles.field}
        label={words.label}
        hint={words.hint}
        {...fieldProblem(problem)}
      >
        <Input
          ref={inputRef ?? null}
          value={value}
          onChange={(_, data) => onChange(data.value)}
          disabled={isDisabled}
          maxLength={20}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize={isRecovery ? 'characters' : 'none'}
          spellCheck={false}
        />
      </Field>
      <Link
        as="button"
        type="button"
        disabled={isDisabled}
        onClick={() => {
          setIsRecovery(!isRecovery)
          onChange('')
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
  hint: 'One of the codes that you kept when you set the second factor up. Each works once.',
  other: 'Use the authenticator app',
}
