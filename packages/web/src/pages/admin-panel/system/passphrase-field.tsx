import { Button, Field, Input } from '@fluentui/react-components'
import { EyeRegular } from '@fluentui/react-icons/svg/eye'
import { EyeOffRegular } from '@fluentui/react-icons/svg/eye-off'
import { useState } from 'react'

import { fieldProblem } from '../../../ui/field-problem.ts'

interface PassphraseFieldProps {
  label: string
  hint?: string
  value: string
  problem?: string | undefined
  isNew: boolean
  placeholder?: string
  onChange: (value: string) => void
}

/** A passphrase that can be looked at while it is typed: a mistake in it costs a whole backup. */
export function PassphraseField(props: PassphraseFieldProps) {
  const { label, hint, value, problem, isNew, placeholder, onChange } = props
  const [isShown, setIsShown] = useState(false)
  const name = isShown ? 'Hide passphrase' : 'Show passphrase'
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })} {...fieldProblem(problem)}>
      <Input
        name="passphrase"
        type={isShown ? 'text' : 'password'}
        value={value}
        autoComplete={isNew ? 'new-password' : 'off'}
        spellCheck={false}
        {...(placeholder === undefined ? {} : { placeholder })}
        onChange={(_, data) => onChange(data.value)}
        contentAfter={
          <Button
            appearance="transparent"
            size="small"
            aria-label={name}
            aria-pressed={isShown}
            title={name}
            icon={isShown ? <EyeOffRegular /> : <EyeRegular />}
            onClick={() => setIsShown(!isShown)}
          />
        }
      />
    </Field>
  )
}
