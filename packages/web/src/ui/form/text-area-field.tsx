import { Field, makeStyles, Textarea } from '@fluentui/react-components'
import type { FieldValues } from 'react-hook-form'

import { formField } from './form-field.ts'
import type { FormFieldProps, NameOf } from './form-field.ts'

const useStyles = makeStyles({
  // Fluent's text areas are wider by themselves than a phone.
  area: { width: '100%', minWidth: 0 },
})

type TextAreaFieldProps<Values extends FieldValues> = FormFieldProps<
  Values,
  NameOf<Values, string>
> & {
  isRequired?: boolean
  maxLength?: number
}

/** A text of several lines. */
export function TextAreaField<Values extends FieldValues>(props: TextAreaFieldProps<Values>) {
  const { name, isRequired = false, maxLength } = props
  const styles = useStyles()
  const { value, onValue, field } = formField<Values, NameOf<Values, string>, string>(props)
  return (
    <Field {...field} {...(isRequired ? { required: true } : {})}>
      <Textarea
        className={styles.area}
        name={name}
        value={value}
        resize="vertical"
        {...(maxLength === undefined ? {} : { maxLength })}
        onChange={(_, data) => onValue(data.value)}
      />
    </Field>
  )
}
