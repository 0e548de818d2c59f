import { Field, Input, makeStyles } from '@fluentui/react-components'

import { fieldProblem } from '../../ui/field-problem.ts'

const useStyles = makeStyles({
  field: { maxWidth: '360px' },
  input: { width: '100%', minWidth: 0 },
})

interface EmailFieldProps {
  /** Absent: what stands beside it names it. */
  label?: string
  value: string
  problem: string | undefined
  isReadOnly?: boolean
  onChange: (email: string) => void
}

/** Where mail to a local person goes. */
export function EmailField({ label, value, problem, isReadOnly, onChange }: EmailFieldProps) {
  const styles = useStyles()
  return (
    <Field
      {...(label === undefined ? { className: styles.field } : { label })}
      hint="Notifications and scheduled reports go there."
      {...fieldProblem(problem)}
    >
      <Input
        className={styles.input}
        name="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        readOnly={isReadOnly === true}
        {...(label === undefined ? { 'aria-label': 'Email' } : {})}
        value={value}
        onChange={(_, data) => onChange(data.value)}
      />
    </Field>
  )
}
