import { Field, Radio, RadioGroup } from '@fluentui/react-components'
import type { FieldValues } from 'react-hook-form'

import { optionLabel } from '../option-label.ts'
import { formField } from './form-field.ts'
import type { FormFieldProps } from './form-field.ts'
import type { FieldOption } from './select-field.tsx'

type RadioFieldProps<Values extends FieldValues, Name extends keyof Values> = FormFieldProps<
  Values,
  Name
> & {
  layout?: 'vertical' | 'horizontal'
  options: readonly FieldOption<Values[Name] & string>[]
}

/** One of several values, as radio buttons. */
export function RadioField<Values extends FieldValues, Name extends keyof Values & string>(
  props: RadioFieldProps<Values, Name>,
) {
  const { layout = 'vertical', options } = props
  const { value, onValue, field } = formField(props)
  return (
    <Field {...field}>
      <RadioGroup
        layout={layout}
        value={value}
        onChange={(_, data) => {
          const chosen = options.find((option) => option.value === data.value)
          if (chosen) onValue(chosen.value)
        }}
      >
        {options.map((option) => (
          <Radio key={option.value} value={option.value} label={optionLabel(option.label)} />
        ))}
      </RadioGroup>
    </Field>
  )
}
