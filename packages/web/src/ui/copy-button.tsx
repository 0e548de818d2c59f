import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { Checkmark16Regular } from '@fluentui/react-icons/svg/checkmark'
import { Copy16Regular } from '@fluentui/react-icons/svg/copy'
import { useEffect, useState } from 'react'

import { copyText } from './copy-text.ts'

/** How long the check mark stays (specification section 9). */
const CONFIRMED_MS = 2_000

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
  /** What is copied, for example 'Copy tenant ID of Contoso'. */
  label: string
  tabIndex?: number
}

/** Puts a text on the clipboard and says so. A bare button: a table shows one in every row. */
export function CopyButton({ text, label, tabIndex = 0 }: CopyButtonProps) {
  const styles = useStyles()
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), CONFIRMED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => setIsCopied(await copyText(text))
  return (
    <button
      type="button"
      className={mergeClasses(styles.button, isCopied && styles.copied)}
      aria-label={label}
      title={label}
      tabIndex={tabIndex}
      onClick={() => void copy()}
    >
      {isCopied ? <Checkmark16Regular /> : <Copy16Regular />}
    </button>
  )
}
