import { Field } from '@fluentui/react-components'
import { useState } from 'react'

import { fieldProblem } from '../../ui/field-problem.ts'
import { SecretInput } from '../../ui/secret-input.tsx'
import { looksLikeSecretId } from './connection-draft.ts'

interface SecretFieldProps {
  value: string
  /** Whether the stored one stays when the field is left blank. */
  keepsStored: boolean
  problem: string | undefined
  isDisabled: boolean
  onChange: (value: string) => void
}

/** The client secret: entered, shown on demand, never read back. */
export function SecretField({
  value,
  keepsStored,
  problem,
  isDisabled,
  onChange,
}: SecretFieldProps) {
  const [isShown, setIsShown] = useState(false)
  return (
    <Field
      label="Client Secret"
      hint={
        keepsStored
          ? 'A secret is stored. Leave this blank to keep it.'
          : 'The value of the secret, not its ID.'
      }
      {...(looksLikeSecretId(value) && LOOKS_LIKE_ID)}
      {...fieldProblem(problem)}
    >
      <SecretInput
        name="clientSecret"
        what="client secret"
        placeholder={
          keepsStored ? 'Stored. Enter a new one to replace it' : 'Enter the client secret'
        }
        isDisabled={isDisabled}
        value={value}
        isShown={isShown}
        onShow={setIsShown}
        onChange={onChange}
      />
    </Field>
  )
}

const LOOKS_LIKE_ID = {
  validationState: 'warning',
  validationMessage:
    'This looks like the ID of a secret. The portal shows the Value beside it, once, when the secret is made.',
} as const
