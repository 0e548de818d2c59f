import { makeStyles } from '@fluentui/react-components'
import type { ComponentPropsWithRef } from 'react'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    // Four counts, the savings, the permissions; a last line is as high as its text.
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr)) minmax(0, 2fr) minmax(0, 2.2fr)',
    gridTemplateRows: 'minmax(98px, auto)',
    gridAutoRows: 'auto',
    gap: '12px',
    '@media (max-width: 1240px)': {
      gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
      gridTemplateRows: 'repeat(2, minmax(80px, auto))',
      '& > :nth-child(5), & > :nth-child(6)': { gridColumn: 'span 2' },
    },
    '@media (max-width: 720px)': {
      gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
      gridTemplateRows: 'repeat(4, minmax(80px, auto))',
      gap: '8px',
    },
  },
})

/** The places of the summary cards above the table, the same for what loads and what is there. */
export function SummaryGrid(props: Omit<ComponentPropsWithRef<'div'>, 'className'>) {
  return <div {...props} className={useStyles().grid} />
}
