import { Field } from '@fluentui/react-components'
import { useState } from 'react'

import { fieldProblem } from '../../../ui/field-problem.ts'
import { SecretInput } from '../../../ui/secret-input.tsx'

interface PassphraseFieldProps {
  label: string
  hint?: string
  value: string
  problem?: string | undefined
  isNew: boolean
  placeholder?: string
  onChange: (value: string) => void
}

/** A backup's passphrase, which can be looked at while it is typed: a mistake in it costs the whole backup. */
export function PassphraseField({ label, hint, problem, ...input }: PassphraseFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })} {...fieldProblem(problem)}>
      <SecretInput
        {...input}
        name="passphrase"
        what="passphrase"
        isShown={isShown}
        onShow={setIsShown}
      />
    </Field>
  )
}
