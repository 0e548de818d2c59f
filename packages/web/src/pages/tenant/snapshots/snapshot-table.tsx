import {
  Badge,
  Button,
  makeStyles,
  Menu,
  MenuItem,
  MenuList,
  MenuPopover,
  MenuTrigger,
  Spinner,
  tokens,
} from '@fluentui/react-components'
import { ArrowDownload20Regular } from '@fluentui/react-icons/svg/arrow-download'
import { ArrowSwap20Regular } from '@fluentui/react-icons/svg/arrow-swap'
import type { ReportSnapshotId, TenantId } from '@tenantscope/contract/ids'
import {
  REPORT_FORMATS,
  REPORT_TYPE_NAMES,
  ReportFormat,
} from '@tenantscope/contract/report-document'
import type { ReportType } from '@tenantscope/contract/report-document'
import { downloadReportSnapshot } from '@tenantscope/contract/reports'
import type { ReportSnapshot } from '@tenantscope/contract/reports'
import { useEffect, useRef, useState } from 'react'

import { ApiError } from '../../../lib/api-error.ts'
import { callForFile } from '../../../lib/api.ts'
import type { Format } from '../../../lib/format.ts'
import { useFormat } from '../../../lib/preferences.ts'
import { postureFiguresText, savingsFiguresText } from '../../../lib/report-figures.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { showToast } from '../../../lib/toasts.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { useSelectionColumn } from '../../../ui/selection-column.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { useTextStyle } from '../../../ui/text-style.ts'

const useStyles = makeStyles({
  row: { ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
  cell: {
    '@media screen and (min-width: 901px)': { padding: '4px 8px', verticalAlign: 'middle' },
  },
  creator: { maxWidth: '220px' },
})

/** As many as can be compared. */
const COMPARED = 2

/** The types of reports that the server compares. */
const CAN_COMPARE = {
  'user-license': true,
  posture: false,
  savings: false,
} as const satisfies Record<ReportType, boolean>

interface SnapshotTableProps {
  tenantId: TenantId
  snapshots: readonly ReportSnapshot[]
  onCompare: (pair: readonly [ReportSnapshotId, ReportSnapshotId]) => void
}

/** Reports, newest first: download one again, or choose two to compare. */
export function SnapshotTable({ tenantId, snapshots, onCompare }: SnapshotTableProps) {
  const styles = useStyles()
  const hint = useTextStyle({ variant: 'caption', muted: true })
  const { dateTime } = useFormat()
  const columns = useColumns(tenantId)
  const [chosenIds, setChosenIds] = useState<readonly ReportSnapshotId[]>([])
  const chosen = snapshots.flatMap(({ id }) => (chosenIds.includes(id) ? id : []))
  const [one, other] = chosen
  const choice = useSelectionColumn({
    rows: snapshots,
    rowId,
    header: 'Compare',
    labelOf: ({ createdAt }) => `Compare the report of ${dateTime(createdAt)}`,
    selectedIds: chosen,
    max: COMPARED,
    canSelect: ({ reportType }) => CAN_COMPARE[reportType],
    onSelect: (selected) => setChosenIds(selected.map(({ id }) => id)),
  })
  return (
    <>
      <Stack row wrap gap={16} lineGap={4} align="center">
        <Button
          icon={<ArrowSwap20Regular />}
          disabledFocusable={other === undefined}
          onClick={() => one && other && onCompare([one, other])}
        >
          Compare
        </Button>
        <output className={hint}>{hintFor(chosen.length, snapshots)}</output>
      </Stack>
      <DataTable
        caption="Reports of this tenant, newest first"
        columns={[choice, ...columns]}
        rows={snapshots}
        rowId={rowId}
        rowClassName={styles.row}
      />
    </>
  )
}

const rowId = ({ id }: ReportSnapshot) => id

function hintFor(count: number, snapshots: readonly ReportSnapshot[]): string {
  if (count === 0 && snapshots.some(({ reportType }) => !CAN_COMPARE[reportType]))
    return 'Choose two reports of licenses to compare them. The Security tab lists what changed in the posture.'
  if (count === 0) return 'Choose two reports of licenses to compare them.'
  return count === 1 ? 'Choose one more report to compare.' : 'Two reports are chosen.'
}

function useColumns(tenantId: TenantId): readonly TableColumn<ReportSnapshot>[] {
  const { cell: className, creator } = useStyles()
  const format = useFormat()
  const { dateTime } = format
  const { running, download } = useDownloadSnapshot(tenantId)
  return [
    {
      header: 'Created',
      isBare: true,
      className,
      render: ({ createdAt, isScheduled }) => (
        <Stack as="span" row wrap gap={8} lineGap={4} align="center">
          <time dateTime={createdAt}>{dateTime(createdAt)}</time>
          {isScheduled && (
            <Badge appearance="outline" color="informative">
              Scheduled
            </Badge>
          )}
        </Stack>
      ),
    },
    { header: 'Report', className, render: ({ reportType }) => REPORT_TYPE_NAMES[reportType] },
    {
      header: 'Created by',
      className,
      render: ({ createdBy }) => <ForeignText className={creator}>{createdBy}</ForeignText>,
    },
    { header: 'Format', className, render: ({ format }) => REPORT_FORMATS[format].name },
    { header: 'Contents', className, render: (snapshot) => contentsText(snapshot, format) },
    {
      header: 'Download',
      isHeaderHidden: true,
      isBare: true,
      isNumber: true,
      className,
      render: (snapshot) => (
        <DownloadMenu
          name={dateTime(snapshot.createdAt)}
          running={running?.snapshotId === snapshot.id ? running.format : null}
          isBusy={running !== null}
          onDownload={(format) => download(snapshot, format)}
        />
      ),
    },
  ]
}

/** '3 licenses, 12 users, 20 assignments', or 'Score 62%, 3 failed checks'. */
function contentsText(snapshot: ReportSnapshot, format: Format): string {
  const { posture, savings, licenseCount, userCount, assignmentCount } = snapshot
  if (posture !== null) return postureFiguresText(posture, format)
  if (savings !== null) return savingsFiguresText(savings, format)
  const counts = [
    countText(licenseCount, 'license', format),
    countText(userCount, 'user', format),
    countText(assignmentCount, 'assignment', format),
  ]
  return counts.filter((text) => text !== null).join(', ')
}

const countText = (count: number | null, noun: string, { number }: Format): string | null =>
  count === null ? null : `${number(count)} ${noun}${count === 1 ? '' : 's'}`

interface DownloadMenuProps {
  /** Names the report for screen readers. */
  name: string
  /** The format that is being downloaded of this report; null: none. */
  running: ReportFormat | null
  /** Whether any download is in progress. */
  isBusy: boolean
  onDownload: (format: ReportFormat) => void
}

/** Downloads a report in any format; the one in progress is marked. */
function DownloadMenu({ name, running, isBusy, onDownload }: DownloadMenuProps) {
  return (
    <Menu positioning={{ position: 'below', align: 'end' }}>
      <MenuTrigger disableButtonEnhancement>
        <Button
          size="small"
          icon={running === null ? <ArrowDownload20Regular /> : <Spinner size="tiny" />}
          disabledFocusable={isBusy}
          aria-label={`Download the report of ${name}`}
          title={isBusy && running === null ? 'Another download is in progress' : ''}
        >
          {running === null ? 'Download' : `${REPORT_FORMATS[running].name}...`}
        </Button>
      </MenuTrigger>
      <MenuPopover>
        <MenuList>
          {ReportFormat.options.map((format) => (
            <MenuItem key={format} onClick={() => onDownload(format)}>
              {REPORT_FORMATS[format].name}
            </MenuItem>
          ))}
        </MenuList>
      </MenuPopover>
    </Menu>
  )
}

/** Saves a report as it was, one at a time; leaving the list ends it. */
function useDownloadSnapshot(tenantId: TenantId) {
  const [running, setRunning] = useState<{
    snapshotId: ReportSnapshotId
    format: ReportFormat
  } | null>(null)
  const controller = useRef<AbortController>(undefined)
  useEffect(() => () => controller.current?.abort(), [])
  const download = async ({ id: snapshotId, createdAt }: ReportSnapshot, format: ReportFormat) => {
    const abort = new AbortController()
    controller.current = abort
    setRunning({ snapshotId, format })
    try {
      const file = await callForFile(
        downloadReportSnapshot,
        { params: { tenantId, snapshotId }, query: { format } },
        {
          signal: abort.signal,
          fallbackName: `tenant-report-${tenantId}-${createdAt.slice(0, 10)}.${format}`,
        },
      )
      if (abort.signal.aborted) return
      saveBlob(file)
      showToast({ intent: 'success', title: 'Download Complete', text: file.name })
    } catch (error) {
      if (abort.signal.aborted) return
      // The server's message (specification section 8).
      const message = error instanceof ApiError && error.body ? error.userMessage : undefined
      const text = message || 'Failed to download report'
      showToast({ intent: 'error', title: 'Download Failed', text })
    } finally {
      setRunning(null)
    }
  }
  return {
    running,
    download: (snapshot: ReportSnapshot, format: ReportFormat) => void download(snapshot, format),
  }
}
