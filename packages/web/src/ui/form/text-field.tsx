import { Field, Input, makeStyles, mergeClasses } from '@fluentui/react-components'
import type { InputProps } from '@fluentui/react-components'
import type { FieldValues } from 'react-hook-form'

import { formField } from './form-field.ts'
import type { FormFieldProps, NameOf } from './form-field.ts'

const useStyles = makeStyles({
  // Fluent's inputs are wider by themselves than a phone.
  input: { width: '100%', minWidth: 0 },
})

type TextFieldProps<Values extends FieldValues> = FormFieldProps<Values, NameOf<Values, string>> & {
  isRequired?: boolean
  inputRef?: (input: HTMLInputElement | null) => void
  /** Of the input, such as its type: text, number, date, time or password. */
  input?: Omit<InputProps, 'name' | 'value' | 'onChange' | 'defaultValue' | 'ref'>
}

/** A text, a number, a date or a time; all of them are text while they are typed. */
export function TextField<Values extends FieldValues>(props: TextFieldProps<Values>) {
  const { name, isRequired = false, inputRef, input } = props
  const styles = useStyles()
  const { value, onValue, field } = formField<Values, NameOf<Values, string>, string>(props)
  return (
    <Field {...field} {...(isRequired ? { required: true } : {})}>
      <Input
        autoComplete="off"
        {...input}
        ref={inputRef ?? null}
        className={mergeClasses(styles.input, input?.className)}
        name={name}
        value={value}
        onChange={(_, data) => onValue(data.value)}
      />
    </Field>
  )
}
