import { makeStyles, mergeClasses } from '@fluentui/react-components'

const useStyles = makeStyles({
  line: {
    display: 'block',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    // Nobody can point at paper to see the rest.
    '@media print': { whiteSpace: 'normal', overflowWrap: 'anywhere' },
  },
  wrapped: { overflowWrap: 'anywhere' },
})

interface ForeignTextProps {
  children: string
  /** Lets long text take several lines instead of one line that ends in an ellipsis. */
  wrap?: boolean
  className?: string
}

/**
 * Text that somebody else wrote: isolated, so that its direction cannot reorder what stands around it,
 * and never wider than its place.
 */
export function ForeignText({ children, wrap = false, className }: ForeignTextProps) {
  const styles = useStyles()
  if (wrap) return <bdi className={mergeClasses(styles.wrapped, className)}>{children}</bdi>
  return (
    <span className={mergeClasses(styles.line, className)} title={children}>
      <bdi>{children}</bdi>
    </span>
  )
}
