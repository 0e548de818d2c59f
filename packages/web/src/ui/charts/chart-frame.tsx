import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { DataBarHorizontalRegular } from '@fluentui/react-icons/svg/data-bar-horizontal'
import { Table16Regular } from '@fluentui/react-icons/svg/table'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'

import { DataTable } from '../data-table.tsx'
import type { TableColumn } from '../data-table.tsx'
import { HIDDEN_FROM_SIGHT } from '../hidden-from-sight.ts'
import { SectionAside } from '../section-card.tsx'

const useStyles = makeStyles({
  figure: { display: 'flex', flexDirection: 'column', gap: '8px', margin: 0, minWidth: 0 },
  toggle: { alignSelf: 'flex-end', '@media print': { display: 'none' } },
  summary: { ...HIDDEN_FROM_SIGHT, color: tokens.colorNeutralForeground1 },
  // Contains the hidden parts, which would otherwise scroll the page on focus.
  body: { position: 'relative', minWidth: 0 },
  scroller: {
    maxHeight: '400px',
    overflow: 'auto',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '@media print': { maxHeight: 'none' },
    '& thead th': {
      position: 'sticky',
      top: 0,
      backgroundColor: tokens.colorNeutralBackground1,
    },
  },
})

interface ChartFrameProps {
  /** Names the figure and heads its table; the heading on screen is the card's. */
  title: string
  /** Describes the chart to screen readers. */
  summary: string
  table: ChartTableData
  children: ReactNode
}

/** A chart with a button that shows its numbers as a table. */
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

/** The numbers of a chart as rows: a name, then a text per further column. */
export interface ChartTableData {
  /** The first is the header of the names. */
  readonly columns: readonly string[]
  readonly rows: readonly ChartRow[]
}

interface ChartRow {
  readonly key: string
  readonly name: ReactNode
  readonly cells: readonly string[]
}

/** A chart's numbers as a table. */
function ChartTable({ caption, data }: { caption: string; data: ChartTableData }) {
  const styles = useStyles()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls needs the focus
    <section className={styles.scroller} tabIndex={0} aria-label={`${caption}, table`}>
      <DataTable
        caption={caption}
        isCaptionShown
        columns={data.columns.map(columnOf)}
        rows={data.rows}
        rowId={({ key }) => key}
      />
    </section>
  )
}

function columnOf(header: string, index: number): TableColumn<ChartRow> {
  if (index === 0) return { header, isRowHeader: true, render: ({ name }) => name }
  return { header, isNumber: true, render: ({ cells }) => cells[index - 1] }
}
