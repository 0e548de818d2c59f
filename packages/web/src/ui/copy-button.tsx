import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Checkmark16Regular } from '@fluentui/react-icons/svg/checkmark'
import { Copy16Regular } from '@fluentui/react-icons/svg/copy'

import type { CopyWords } from './copy-text.ts'
import { useCopied } from './copy-text.ts'

const useStyles = makeStyles({
  button: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    width: '24px',
    height: '24px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground3,
    cursor: 'pointer',
    ':hover': {
      backgroundColor: tokens.colorSubtleBackgroundHover,
      color: tokens.colorNeutralForeground2BrandHover,
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  copied: { color: tokens.colorStatusSuccessForeground1 },
})

interface CopyButtonProps {
  text: string
  /** The accessible name, for example 'Copy tenant ID of Contoso'. */
  label: string
  tabIndex?: number
  /** The texts of this screen. */
  words?: CopyWords
}

/** Copies a text to the clipboard and confirms it. A plain button, since tables have one per row. */
export function CopyButton({ text, label, tabIndex = 0, words }: CopyButtonProps) {
  const styles = useStyles()
  const { isCopied, copy } = useCopied(text, words)
  return (
    <button
      type="button"
      className={mergeClasses(styles.button, isCopied && styles.copied)}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onClick={copy}
    >
      {isCopied ? <Checkmark16Regular /> : <Copy16Regular />}
    </button>
  )
}
