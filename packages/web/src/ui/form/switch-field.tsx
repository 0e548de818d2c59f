import { makeStyles, Switch, tokens, typographyStyles } from '@fluentui/react-components'
import { useId } from 'react'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'

import { formField } from './form-field.ts'
import type { FormFieldProps, NameOf } from './form-field.ts'

const useStyles = makeStyles({
  field: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '2px' },
  // The switch's own inset would put it out of line with the other fields.
  switch: { marginInlineStart: '-8px' },
  help: {
    ...typographyStyles.caption1,
    margin: 0,
    paddingInlineStart: '52px',
    maxWidth: '72ch',
    color: tokens.colorNeutralForeground2,
  },
})

type SwitchFieldProps<Values extends FieldValues> = Omit<
  FormFieldProps<Values, NameOf<Values, boolean>>,
  'hint' | 'className'
> & {
  label: string
  isDisabled?: boolean
  /** Describes the effect in one or two sentences. */
  children?: ReactNode
}

/** A value that is on or off. */
export function SwitchField<Values extends FieldValues>(props: SwitchFieldProps<Values>) {
  const { label, isDisabled = false, children } = props
  const styles = useStyles()
  const helpId = useId()
  const { value, onValue } = formField<Values, NameOf<Values, boolean>, boolean>(props)
  return (
    <div className={styles.field}>
      <Switch
        className={styles.switch}
        label={label}
        checked={value}
        disabled={isDisabled}
        {...(children === undefined ? {} : { 'aria-describedby': helpId })}
        onChange={(_, { checked }) => onValue(checked)}
      />
      {children !== undefined && (
        <p className={styles.help} id={helpId}>
          {children}
        </p>
      )}
    </div>
  )
}
