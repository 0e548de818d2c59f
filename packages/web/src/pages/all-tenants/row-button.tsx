import { makeStyles, tokens, useRestoreFocusTarget } from '@fluentui/react-components'
import type { ComponentProps } from 'react'

const useStyles = makeStyles({
  button: {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    // Three stand side by side where all columns have just room; a finger needs more.
    width: '28px',
    '@media (max-width: 559px)': { width: '32px' },
    height: '32px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    ':hover': {
      backgroundColor: tokens.colorSubtleBackgroundHover,
      color: tokens.colorNeutralForeground2BrandHover,
    },
    '&[aria-disabled="true"]': {
      cursor: 'not-allowed',
      color: tokens.colorNeutralForegroundDisabled,
      backgroundColor: 'transparent',
    },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
})

type RowButtonProps = Omit<ComponentProps<'button'>, 'className' | 'type'>

/** An icon of a row; it has the focus again when what it opened closes. A bare button: every row has some. */
export function RowButton(props: RowButtonProps) {
  const styles = useStyles()
  const restoreFocus = useRestoreFocusTarget()
  return <button type="button" {...restoreFocus} className={styles.button} {...props} />
}
