import { Field, Input, makeStyles, tokens } from '@fluentui/react-components'

import { CopyButton } from './copy-button.tsx'
import { SETUP_COPY_WORDS } from './copy-text.ts'

const useStyles = makeStyles({
  input: { width: '100%', minWidth: 0, backgroundColor: tokens.colorNeutralBackground3 },
  text: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
})

interface CopyFieldProps {
  label: string
  value: string
  hint?: string
}

/** An address that is needed elsewhere, letter by letter: to be read and copied, never changed. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const styles = useStyles()
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      <Input
        className={styles.input}
        input={{ className: styles.text }}
        readOnly
        value={value}
        contentAfter={<CopyButton text={value} label={`Copy ${label}`} words={SETUP_COPY_WORDS} />}
        // One tap selects all of it, where the clipboard is closed to scripts.
        onFocus={({ target }) => target.select()}
      />
    </Field>
  )
}
