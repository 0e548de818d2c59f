import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { AUDIT } from '@tenantscope/contract/limits'

import type { Format } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/preferences.ts'
import type { Pages } from './use-pages.ts'

const useStyles = makeStyles({
  pager: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px 16px',
  },
  count: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    fontVariantNumeric: 'tabular-nums',
  },
  buttons: { display: 'flex', gap: '8px' },
})

interface PagerProps {
  /** What the list holds, for who hears the buttons. */
  label: string
  pages: Pages
  shown: number
  total: number
  nextCursor: string | null
}

/** Which records are shown, of how many, and the way to the others. */
export function Pager({ label, pages, shown, total, nextCursor }: PagerProps) {
  const styles = useStyles()
  const format = useFormat()
  return (
    <nav className={styles.pager} aria-label={label}>
      <output className={styles.count}>
        {shownText({ first: pages.index * AUDIT.perPage + 1, shown, total }, format)}
      </output>
      <span className={styles.buttons}>
        <Button disabledFocusable={pages.index === 0} onClick={pages.previous}>
          Previous
        </Button>
        <Button
          disabledFocusable={nextCursor === null}
          onClick={() => nextCursor !== null && pages.next(nextCursor)}
        >
          Next
        </Button>
      </span>
    </nav>
  )
}

/** 'Showing 1–50 of 247'. */
function shownText(
  { first, shown, total }: { first: number; shown: number; total: number },
  { number }: Format,
): string {
  const all = total > AUDIT.countedMost ? `more than ${number(AUDIT.countedMost)}` : number(total)
  return `Showing ${number(first)}–${number(first + shown - 1)} of ${all}`
}
