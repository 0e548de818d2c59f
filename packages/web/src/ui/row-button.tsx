import { makeStyles, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'

import { RETURNS_FOCUS } from './returns-focus.ts'
import { useIsPrinting } from './use-is-printing.ts'

const useStyles = makeStyles({
  button: {
    display: 'block',
    maxWidth: '100%',
    minWidth: 0,
    margin: '0 -4px',
    padding: '0 4px',
    font: 'inherit',
    textAlign: 'start',
    color: tokens.colorBrandForegroundLink,
    backgroundColor: 'transparent',
    border: 'none',
    borderRadius: tokens.borderRadiusSmall,
    cursor: 'pointer',
    ':hover': { color: tokens.colorBrandForegroundLinkHover, textDecorationLine: 'underline' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

/** The name of a row, which opens its details; it gets the focus back. */
export function RowButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  const styles = useStyles()
  const isPrinting = useIsPrinting()
  // On paper the name is the text alone.
  if (isPrinting) return children
  return (
    <button
      type="button"
      {...RETURNS_FOCUS}
      aria-haspopup="dialog"
      className={styles.button}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
