import { makeStyles, tokens, Tooltip } from '@fluentui/react-components'

import { useFormat } from '../lib/preferences.ts'
import { useNow } from '../lib/use-now.ts'
import { useIsPrinting } from './use-is-printing.ts'

const useStyles = makeStyles({
  root: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    whiteSpace: 'nowrap',
  },
})

/** Shows the age of the figures; the tooltip has the exact time with its time zone. */
export function DataAsOf({ at, prefix = 'Data as of' }: { at: string | null; prefix?: string }) {
  const styles = useStyles()
  const format = useFormat()
  const now = useNow()
  const isPrinting = useIsPrinting()
  if (at === null) return <span className={styles.root}>No data yet</span>
  return (
    <Tooltip content={format.dateTime(at)} relationship="description" withArrow>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the tooltip must open from the keyboard too */}
      <span className={styles.root} tabIndex={0}>
        {prefix}{' '}
        <time dateTime={at}>
          {/* Print shows the exact time, since the age is out of date later. */}
          {isPrinting ? format.dateTime(at) : format.relative(at, now)}
        </time>
      </span>
    </Tooltip>
  )
}
