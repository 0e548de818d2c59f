import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { DataBarHorizontalRegular } from '@fluentui/react-icons/svg/data-bar-horizontal'
import { Table16Regular } from '@fluentui/react-icons/svg/table'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'

import { HIDDEN_FROM_SIGHT } from '../hidden-from-sight.ts'
import { SectionAside } from '../section-card.tsx'
import { ChartTable } from './chart-table.tsx'
import type { ChartTableData } from './chart-table.tsx'

const useStyles = makeStyles({
  figure: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0, minWidth: 0 },
  toggle: { alignSelf: 'flex-end', '@media print': { display: 'none' } },
  summary: { ...HIDDEN_FROM_SIGHT, color: tokens.colorNeutralForeground1 },
  // What is hidden keeps the focus out of a scroller below it.
  body: { position: 'relative', minWidth: 0 },
})

interface ChartFrameProps {
  /** Names the figure and heads its table; the heading on screen is the card's. */
  title: string
  /** What the picture shows, for those who do not see it. */
  summary: string
  table: ChartTableData
  children: ReactNode
}

/** A chart with the way to its numbers. */
export function ChartFrame({ title, summary, table, children }: ChartFrameProps) {
  const styles = useStyles()
  const [isTable, setIsTable] = useState(false)
  const summaryId = useId()
  return (
    <figure className={styles.figure} aria-label={title} aria-describedby={summaryId}>
      <SectionAside>
        <Button
          className={styles.toggle}
          size="small"
          appearance="subtle"
          icon={isTable ? <DataBarHorizontalRegular /> : <Table16Regular />}
          onClick={() => setIsTable(!isTable)}
        >
          {isTable ? 'Show as chart' : 'Show as table'}
        </Button>
      </SectionAside>
      <div className={styles.body}>
        <p id={summaryId} className={styles.summary}>
          {summary}
        </p>
        {isTable ? <ChartTable caption={title} data={table} /> : children}
      </div>
    </figure>
  )
}
