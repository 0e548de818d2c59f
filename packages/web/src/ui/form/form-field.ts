import type { FieldValues } from 'react-hook-form'

import { fieldProblem } from '../field-problem.ts'
import type { SavedForm } from './use-saved-form.ts'

/** The names of a form's values of one type. */
export type NameOf<Values, Kind> = {
  [Name in keyof Values & string]: Values[Name] extends Kind ? Name : never
}[keyof Values & string]

/** What every field of a form takes. */
export interface FormFieldProps<Values extends FieldValues, Name extends keyof Values> {
  form: Pick<SavedForm<Values>, 'values' | 'problems' | 'change'>
  name: Name
  /** Absent: what is beside the field names it. */
  label?: string
  hint?: string | undefined
  /** Of the complete field, such as its width. */
  className?: string
}

/** Returns the form of fields that save each change at once. The caller shows a failure. */
export function savedAtOnce<Values extends FieldValues>(
  values: Values,
  save: (changes: Partial<Values>) => void,
): Pick<SavedForm<Values>, 'values' | 'problems' | 'change'> {
  return { values, problems: {}, change: save }
}

/** Returns a field's value with its setter, and the properties of the Field around it. */
export function formField<
  Values extends FieldValues,
  Name extends keyof Values & string,
  Value = Values[Name],
>(props: FormFieldProps<Values, Name>) {
  const { form, name, label, hint, className } = props
  return {
    // The names that a field takes have values of its type.
    value: form.values[name] as Value,
    onValue: (value: Value) =>
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed name has no type of its own; `name` is one of the values'
      form.change({ [name]: value } as unknown as Partial<Values>),
    field: {
      ...(label === undefined ? {} : { label }),
      ...(hint === undefined ? {} : { hint }),
      ...(className === undefined ? {} : { className }),
      ...fieldProblem(form.problems[name]),
    },
  }
}
