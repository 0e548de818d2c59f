import { Field, Input, makeStyles, tokens } from '@fluentui/react-components'

import { CopyButton } from './copy-button.tsx'
import { SETUP_COPY_WORDS } from './copy-text.ts'

const useStyles = makeStyles({
  input: { width: '100%', minWidth: 0, backgroundColor: tokens.colorNeutralBackground3 },
  text: { fontFamily: tokens.fontFamilyMonospace, fontSize: tokens.fontSizeBase200 },
})

/** A read-only value that is needed elsewhere exactly, with a copy button. */
export function CopyField({ label, value, hint }: { label: string; value: string; hint?: string }) {
  const styles = useStyles()
  return (
    <Field label={label} {...(hint === undefined ? {} : { hint })}>
      <Input
        className={styles.input}
        input={{ className: styles.text }}
        readOnly
        value={value}
        contentAfter={<CopyButton text={value} label={`Copy ${label}`} words={SETUP_COPY_WORDS} />}
        // One tap selects all of it, where scripts cannot use the clipboard.
        onFocus={({ target }) => target.select()}
      />
    </Field>
  )
}
