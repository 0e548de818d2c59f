import { makeStyles } from '@fluentui/react-components'

import type { FormFieldProps } from '../../../ui/form/form-field.ts'
import { TextField } from '../../../ui/form/text-field.tsx'

const useStyles = makeStyles({ field: { maxWidth: '360px' } })

interface EmailFieldProps {
  form: FormFieldProps<{ email: string }, 'email'>['form']
  /** Absent: what is beside the field names it. */
  label?: string
}

/** The address to which a local user's mail is sent. */
export function EmailField({ form, label }: EmailFieldProps) {
  const styles = useStyles()
  return (
    <TextField
      form={form}
      name="email"
      {...(label === undefined ? { className: styles.field } : { label })}
      hint="Notifications and scheduled reports go there."
      input={{
        inputMode: 'email',
        autoCapitalize: 'none',
        spellCheck: false,
        maxLength: 254,
        ...(label === undefined ? { 'aria-label': 'Email' } : {}),
      }}
    />
  )
}
