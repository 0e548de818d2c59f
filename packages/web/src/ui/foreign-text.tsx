import { makeStyles, mergeClasses } from '@fluentui/react-components'

import { useTextStyle } from './text-style.ts'
import type { TextStyle } from './text-style.ts'

const useStyles = makeStyles({
  line: {
    display: 'block',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    // Paper has no tooltip that shows the rest.
    '@media print': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  },
  wrapped: { overflowWrap: 'anywhere' },
})

interface ForeignTextProps extends Pick<TextStyle, 'variant' | 'muted' | 'mono'> {
  children: string
  /** Lets long text take several lines instead of one line that ends in an ellipsis. */
  wrap?: boolean
  className?: string
}

/**
 * Text from outside the product. It is isolated, so that its direction cannot reorder the text
 * around it, and never wider than its container.
 */
export function ForeignText({ children, wrap = false, className, ...style }: ForeignTextProps) {
  const styles = useStyles()
  const text = useTextStyle(style, className)
  if (wrap) return <bdi className={mergeClasses(styles.wrapped, text)}>{children}</bdi>
  return (
    <span className={mergeClasses(styles.line, text)} title={children}>
      <bdi>{children}</bdi>
    </span>
  )
}
