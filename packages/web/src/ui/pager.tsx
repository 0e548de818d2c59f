import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'

import type { Format } from '../lib/format.ts'
import { useFormat } from '../lib/preferences.ts'
import { Stack } from './stack.tsx'

const useStyles = makeStyles({
  count: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
})

interface PagerProps {
  /** The name of the list, for screen readers. */
  label: string
  /** The number of the first record of the page; the first of all is 1. */
  first: number
  shown: number
  total: number
  /** More records are not counted. */
  countedMost?: number
  /** Null on the first page. */
  onPrevious: (() => void) | null
  /** Null on the last page. */
  onNext: (() => void) | null
}

/** Shows which records are on the page, of how many, with buttons to the pages before and after it. */
export function Pager({ label, onPrevious, onNext, ...range }: PagerProps) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <Stack
      as="nav"
      row
      wrap
      align="center"
      justify="between"
      gap={16}
      lineGap={8}
      aria-label={label}
    >
      <output className={styles.count}>{shownText(range, format)}</output>
      <Stack as="span" row gap={8}>
        <Button disabledFocusable={onPrevious === null} onClick={() => onPrevious?.()}>
          Previous
        </Button>
        <Button disabledFocusable={onNext === null} onClick={() => onNext?.()}>
          Next
        </Button>
      </Stack>
    </Stack>
  )
}

/** 'Showing 1–50 of 247'. */
function shownText(
  {
    first,
    shown,
    total,
    countedMost = Infinity,
  }: Pick<PagerProps, 'first' | 'shown' | 'total' | 'countedMost'>,
  { number }: Format,
): string {
  const all = total > countedMost ? `more than ${number(countedMost)}` : number(total)
  return `Showing ${number(first)}–${number(first + shown - 1)} of ${all}`
}
