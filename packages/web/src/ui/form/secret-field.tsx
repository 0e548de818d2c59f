import { Field } from '@fluentui/react-components'
import { useState } from 'react'
import type { FieldValues } from 'react-hook-form'

import { SecretInput } from '../secret-input.tsx'
import { formField } from './form-field.ts'
import type { FormFieldProps, NameOf } from './form-field.ts'

type SecretFieldProps<Values extends FieldValues> = FormFieldProps<
  Values,
  NameOf<Values, string>
> & {
  /** The name in the label of the show button, such as 'client secret'. */
  what: string
  /** Whether it is a new secret; false: browsers do not suggest one. */
  isNew?: boolean
  placeholder?: string
  /** Absent: the field itself remembers whether the secret is shown. */
  isShown?: boolean
  onShow?: (isShown: boolean) => void
}

/** A masked secret with a button that shows it. */
export function SecretField<Values extends FieldValues>(props: SecretFieldProps<Values>) {
  const { name, what, isNew = true, placeholder = '' } = props
  const [isOwnShown, setIsOwnShown] = useState(false)
  const { isShown = isOwnShown, onShow = setIsOwnShown } = props
  const { value, onValue, field } = formField<Values, NameOf<Values, string>, string>(props)
  return (
    <Field {...field}>
      <SecretInput
        {...{ name, what, isNew, placeholder, value, isShown, onShow }}
        onChange={onValue}
      />
    </Field>
  )
}
