import { Button, Field, Input } from '@fluentui/react-components'
import { Eye20Regular } from '@fluentui/react-icons/svg/eye'
import { EyeOff20Regular } from '@fluentui/react-icons/svg/eye-off'
import { useState } from 'react'

import { fieldProblem } from '../../ui/field-problem.ts'
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
      <Input
        name="clientSecret"
        type={isShown ? 'text' : 'password'}
        // No browser should offer a person's own password here, or keep this one.
        autoComplete="new-password"
        spellCheck={false}
        placeholder={
          keepsStored ? 'Stored. Enter a new one to replace it' : 'Enter the client secret'
        }
        disabled={isDisabled}
        value={value}
        onChange={(_, data) => onChange(data.value)}
        contentAfter={
          <Button
            appearance="transparent"
            size="small"
            icon={isShown ? <EyeOff20Regular /> : <Eye20Regular />}
            aria-label={isShown ? 'Hide client secret' : 'Show client secret'}
            disabled={isDisabled}
            onClick={() => setIsShown(!isShown)}
          />
        }
      />
    </Field>
  )
}

const LOOKS_LIKE_ID = {
  validationState: 'warning',
  validationMessage:
    'This looks like the ID of a secret. The portal shows the Value beside it, once, when the secret is made.',
} as const
