import {
  Button,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { ArrowSwap20Regular } from '@fluentui/react-icons/svg/arrow-swap'
import type { ReportSnapshotId, TenantId } from '@tenantscope/contract/ids'
import type { ReportSnapshot } from '@tenantscope/contract/reports'
import { useState } from 'react'

import { HIDDEN_FROM_SIGHT } from '../../ui/hidden-from-sight.ts'
import { SnapshotRow } from './snapshot-row.tsx'
import { SNAPSHOT_CELLS } from './snapshot-style.ts'
import { useDownloadSnapshot } from './use-download-snapshot.ts'

const useStyles = makeStyles({
  ...SNAPSHOT_CELLS,
  tools: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' },
  hint: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  table: { width: '100%', borderCollapse: 'collapse', tableLayout: 'auto' },
  head: {
    ...typographyStyles.caption1Strong,
    textAlign: 'start',
    padding: '8px',
    color: tokens.colorNeutralForeground2,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  hidden: HIDDEN_FROM_SIGHT,
})

/** As many as can be compared. */
const COMPARED = 2

interface SnapshotTableProps {
  tenantId: TenantId
  snapshots: readonly ReportSnapshot[]
  onCompare: (pair: readonly [ReportSnapshotId, ReportSnapshotId]) => void
}

/** Reports, newest first: download one again, or choose two to compare. */
export function SnapshotTable({ tenantId, snapshots, onCompare }: SnapshotTableProps) {
  const styles = useStyles()
  const { running, download } = useDownloadSnapshot(tenantId)
  const [chosenIds, setChosenIds] = useState<readonly ReportSnapshotId[]>([])
  const chosen = snapshots.flatMap(({ id }) => (chosenIds.includes(id) ? id : []))
  const [one, other] = chosen
  return (
    <>
      <div className={styles.tools}>
        <Button
          icon={<ArrowSwap20Regular />}
          disabledFocusable={other === undefined}
          onClick={() => one && other && onCompare([one, other])}
        >
          Compare
        </Button>
        <output className={styles.hint}>{hintFor(chosen.length)}</output>
      </div>
      <table className={styles.table}>
        <caption className={styles.hidden}>Reports of this tenant, newest first</caption>
        <thead>
          <tr>
            <th scope="col" className={mergeClasses(styles.head, styles.choice)}>
              <span className={styles.hidden}>Compare</span>
            </th>
            <th scope="col" className={styles.head}>
              Created
            </th>
            <th scope="col" className={mergeClasses(styles.head, styles.wide)}>
              Created by
            </th>
            <th scope="col" className={mergeClasses(styles.head, styles.wide)}>
              Format
            </th>
            {['Licenses', 'Users', 'Assignments'].map((name) => (
              <th
                key={name}
                scope="col"
                className={mergeClasses(styles.head, styles.wide, styles.number)}
              >
                {name}
              </th>
            ))}
            <th scope="col" className={styles.head}>
              <span className={styles.hidden}>Download</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {snapshots.map((snapshot) => (
            <SnapshotRow
              key={snapshot.id}
              snapshot={snapshot}
              isChosen={chosen.includes(snapshot.id)}
              isChoosable={chosen.length < COMPARED || chosen.includes(snapshot.id)}
              running={running}
              onChoose={(isChosen) =>
                setChosenIds(
                  isChosen ? [...chosen, snapshot.id] : chosen.filter((id) => id !== snapshot.id),
                )
              }
              onDownload={(format) => download(snapshot, format)}
            />
          ))}
        </tbody>
      </table>
    </>
  )
}

function hintFor(count: number): string {
  if (count === 0) return 'Choose two reports to compare them.'
  return count === 1 ? 'Choose one more report to compare.' : 'Two reports are chosen.'
}
