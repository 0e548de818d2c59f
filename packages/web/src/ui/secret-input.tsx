import { Button, Input, makeStyles, tokens } from '@fluentui/react-components'
import { Eye20Regular } from '@fluentui/react-icons/svg/eye'
import { EyeOff20Regular } from '@fluentui/react-icons/svg/eye-off'

const useStyles = makeStyles({
  // Fluent's inputs are wider by themselves than a phone.
  input: { width: '100%', minWidth: 0 },
  shown: { fontFamily: tokens.fontFamilyMonospace },
})

interface SecretInputProps {
  name: string
  /** The name in the label of the show button, such as 'client secret'. */
  what: string
  value: string
  isShown: boolean
  onShow: (isShown: boolean) => void
  onChange: (value: string) => void
  /** Whether it is a new secret; false: browsers do not suggest one. */
  isNew?: boolean
  isReadOnly?: boolean
  isDisabled?: boolean
  placeholder?: string
}

/** A masked input with a button that shows the secret. */
export function SecretInput(props: SecretInputProps) {
  const { name, what, value, isShown, onShow, onChange, placeholder } = props
  const { isNew = true, isReadOnly = false, isDisabled = false } = props
  const styles = useStyles()
  const eyeText = `${isShown ? 'Hide' : 'Show'} ${what}`
  return (
    <Input
      className={styles.input}
      input={isShown ? { className: styles.shown } : {}}
      name={name}
      type={isShown ? 'text' : 'password'}
      // Browsers must not fill in the user's own password here, or save this one.
      autoComplete={isNew ? 'new-password' : 'off'}
      autoCapitalize="none"
      spellCheck={false}
      readOnly={isReadOnly}
      disabled={isDisabled}
      {...(placeholder === undefined ? {} : { placeholder })}
      value={value}
      onChange={(_, data) => onChange(data.value)}
      contentAfter={
        <Button
          appearance="transparent"
          size="small"
          icon={isShown ? <EyeOff20Regular /> : <Eye20Regular />}
          aria-label={eyeText}
          title={eyeText}
          disabled={isDisabled}
          onClick={() => onShow(!isShown)}
        />
      }
    />
  )
}
