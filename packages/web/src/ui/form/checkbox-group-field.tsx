import { Checkbox, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { FieldValues } from 'react-hook-form'

import { optionLabel } from '../option-label.ts'
import { formField } from './form-field.ts'
import type { FormFieldProps, NameOf } from './form-field.ts'
import type { FieldOption } from './select-field.tsx'

const useStyles = makeStyles({
  group: {
    display: 'flex',
    flexDirection: 'column',
    margin: 0,
    padding: 0,
    border: 'none',
    minWidth: 0,
  },
  legend: { ...typographyStyles.body1, padding: 0 },
  hint: { ...typographyStyles.caption1, margin: 0, color: tokens.colorNeutralForeground2 },
})

type CheckboxGroupFieldProps<Values extends FieldValues, Value> = FormFieldProps<
  Values,
  NameOf<Values, readonly Value[]>
> & {
  label: string
  hint?: string
  options: readonly FieldOption<Value>[]
}

/** Any of several values, which keep the order of the options. */
export function CheckboxGroupField<Values extends FieldValues, Value extends string>(
  props: CheckboxGroupFieldProps<Values, Value>,
) {
  const { label, hint, options } = props
  const styles = useStyles()
  const { value: chosen, onValue } = formField<
    Values,
    NameOf<Values, readonly Value[]>,
    readonly Value[]
  >(props)
  const toggle = (changed: Value, isOn: boolean) =>
    onValue(
      options
        .map(({ value }) => value)
        .filter((value) => (value === changed ? isOn : chosen.includes(value))),
    )
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label}</legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={optionLabel(option.label)}
          checked={chosen.includes(option.value)}
          onChange={(_, { checked }) => toggle(option.value, checked === true)}
        />
      ))}
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
    </fieldset>
  )
}
