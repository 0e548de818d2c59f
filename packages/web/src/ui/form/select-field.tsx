import { Field, Select } from '@fluentui/react-components'
import type { FieldValues } from 'react-hook-form'

import { formField } from './form-field.ts'
import type { FormFieldProps } from './form-field.ts'

export interface FieldOption<Value> {
  value: Value
  label: string
}

type SelectFieldProps<Values extends FieldValues, Name extends keyof Values> = FormFieldProps<
  Values,
  Name
> & {
  options: readonly FieldOption<Values[Name] & (string | number)>[]
}

/** One of several values, in a dropdown list. */
export function SelectField<Values extends FieldValues, Name extends keyof Values & string>(
  props: SelectFieldProps<Values, Name>,
) {
  const { name, options } = props
  const { value, onValue, field } = formField(props)
  return (
    <Field {...field}>
      <Select
        name={name}
        value={String(value)}
        onChange={(_, data) => {
          const chosen = options.find((option) => String(option.value) === data.value)
          if (chosen) onValue(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
