import {
  Badge,
  Checkbox,
  makeStyles,
  mergeClasses,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { REPORT_FORMATS } from '@tenantscope/contract/report-document'
import type { ReportFormat } from '@tenantscope/contract/report-document'
import type { ReportSnapshot } from '@tenantscope/contract/reports'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { SNAPSHOT_CELLS } from './snapshot-style.ts'
import type { RunningDownload } from './use-download-snapshot.ts'

const useStyles = makeStyles({
  ...SNAPSHOT_CELLS,
  row: {
    ':not(:last-child) > td': { borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
  },
  cell: { ...typographyStyles.body1, padding: '4px 8px' },
  created: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px' },
  maker: { maxWidth: '220px' },
  narrow: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground2,
    overflowWrap: 'anywhere',
    '@media (min-width: 861px)': { display: 'none' },
  },
  end: { textAlign: 'end', whiteSpace: 'nowrap' },
})

interface SnapshotRowProps {
  snapshot: ReportSnapshot
  isChosen: boolean
  isChoosable: boolean
  running: RunningDownload | null
  onChoose: (isChosen: boolean) => void
  onDownload: (format: ReportFormat) => void
}

/** One report that was made. */
export function SnapshotRow(props: SnapshotRowProps) {
  const { snapshot, isChosen, isChoosable, running, onChoose, onDownload } = props
  const styles = useStyles()
  const format = useFormat()
  const { createdBy, isScheduled } = snapshot
  const created = format.dateTime(snapshot.createdAt)
  const kind = REPORT_FORMATS[snapshot.format].name
  const figures = [snapshot.licenseCount, snapshot.userCount, snapshot.assignmentCount]
  const number = mergeClasses(styles.cell, styles.wide, styles.number)
  return (
    <tr className={styles.row}>
      <td className={styles.choice}>
        <Checkbox
          aria-label={`Compare the report of ${created}`}
          checked={isChosen}
          disabled={!isChoosable}
          onChange={(_, { checked }) => onChoose(checked === true)}
        />
      </td>
      <td className={styles.cell}>
        <span className={styles.created}>
          <time dateTime={snapshot.createdAt}>{created}</time>
          {isScheduled && (
            <Badge appearance="outline" color="informative">
              Scheduled
            </Badge>
          )}
        </span>
        <div className={styles.narrow}>
          by <bdi>{createdBy}</bdi>, {kind}, {smallFigures(snapshot, format.number)}
        </div>
      </td>
      <td className={mergeClasses(styles.cell, styles.wide)}>
        <ForeignText className={styles.maker}>{createdBy}</ForeignText>
      </td>
      <td className={mergeClasses(styles.cell, styles.wide)}>{kind}</td>
      {figures.map((figure, index) => (
        <td key={index} className={number}>
          {format.number(figure)}
        </td>
      ))}
      <td className={mergeClasses(styles.cell, styles.end)}>
        <DownloadMenu
          name={created}
          running={running?.snapshotId === snapshot.id ? running.format : null}
          isBusy={running !== null}
          onDownload={onDownload}
        />
      </td>
    </tr>
  )
}

function smallFigures(
  { licenseCount, userCount }: ReportSnapshot,
  number: (value: number) => string,
): string {
  const licenses = `${number(licenseCount)} ${licenseCount === 1 ? 'license' : 'licenses'}`
  return `${licenses}, ${number(userCount)} ${userCount === 1 ? 'user' : 'users'}`
}
