import { makeStyles } from '@fluentui/react-components'
import type { ComponentPropsWithRef } from 'react'

const useStyles = makeStyles({
  grid: {
    display: 'grid',
    // Four counts, the savings, the permissions.
    gridTemplateColumns: 'repeat(4, minmax(0, 1fr)) minmax(0, 2fr) minmax(0, 2.2fr)',
    gridAutoRows: 'minmax(98px, auto)',
    gap: '12px',
    '@media (max-width: 1240px)': {
      gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
      gridAutoRows: 'minmax(80px, auto)',
      '& > :nth-last-child(-n + 2)': { gridColumn: 'span 2' },
    },
    '@media (max-width: 720px)': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '8px' },
  },
})

/** The places of the summary cards above the table, the same for what loads and what is there. */
export function SummaryGrid(props: Omit<ComponentPropsWithRef<'div'>, 'className'>) {
  return <div {...props} className={useStyles().grid} />
}
