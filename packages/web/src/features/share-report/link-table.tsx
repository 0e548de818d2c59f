import { makeStyles, Button } from '@fluentui/react-components'
import { EyeOff16Regular } from '@fluentui/react-icons/svg/eye-off'
import { LockClosed16Regular } from '@fluentui/react-icons/svg/lock-closed'
import type { ShareId } from '@tenantscope/contract/ids'
import { REPORT_TYPE_NAMES } from '@tenantscope/contract/report-document'
import type { ReportShare } from '@tenantscope/contract/shares'
import { useMemo } from 'react'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { copyText } from '../../ui/copy-text.ts'
import { DataTable } from '../../ui/data-table.tsx'
import type { TableColumn } from '../../ui/data-table.tsx'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { Stack } from '../../ui/stack.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import { Text } from '../../ui/text.tsx'
import {
  endText,
  sharedText,
  expiryText,
  STATUS_TONES,
  statusOf,
  viewsText,
  canBeDeactivated,
  canBeOpened,
} from './share-status.ts'

const WIDE = '@media (min-width: 901px)'

const useStyles = makeStyles({
  name: { [WIDE]: { minWidth: '152px', maxWidth: '240px' } },
  status: { [WIDE]: { minWidth: '120px', maxWidth: '200px' } },
  actions: { [WIDE]: { minWidth: '156px' } },
  button: { minWidth: 0, whiteSpace: 'nowrap' },
})

interface LinkTableProps {
  shares: readonly ReportShare[]
  /** Whether links of several tenants are listed. */
  namesTenants: boolean
  /** Whether links of several creators are listed. */
  namesMakers: boolean
  now: Date
  open: OpenOverLinks
}

/** Links to shared reports. */
export function LinkTable({ shares, ...options }: LinkTableProps) {
  return (
    <DataTable
      caption="Shared links"
      columns={useColumns(options)}
      rows={shares}
      rowId={({ id }) => id}
    />
  )
}

function useColumns(options: Omit<LinkTableProps, 'shares'>): readonly TableColumn<ReportShare>[] {
  const { namesTenants, namesMakers, now, open } = options
  const styles = useStyles()
  const format = useFormat()
  return useMemo(
    () => [
      {
        header: namesTenants ? 'Tenant' : 'Contents',
        isRowHeader: true,
        className: styles.name,
        render: (share) => (
          <>
            {namesTenants && <ForeignText wrap>{share.tenantName}</ForeignText>}
            <Quiet>{REPORT_TYPE_NAMES[share.reportType]}</Quiet>
            <Quiet>{sharedText(share, format)}</Quiet>
            <Marks share={share} />
          </>
        ),
      },
      {
        header: 'Made',
        render: (share) => (
          <div>
            {format.dateTime(share.createdAt)}
            {namesMakers && (
              <Quiet>
                by <ForeignText wrap>{share.createdBy}</ForeignText>
              </Quiet>
            )}
          </div>
        ),
      },
      {
        header: 'Status',
        className: styles.status,
        render: (share) => {
          const status = statusOf(share, now)
          const end = endText(share, format)
          return (
            <div>
              <StatusLabel tone={STATUS_TONES[status]}>{status}</StatusLabel>
              {end !== null && <Quiet>{end}</Quiet>}
            </div>
          )
        },
      },
      {
        header: 'Expires',
        render: (share) => (
          <div>
            {share.isActive && `${expiryText(share, format, now)} `}
            <Quiet>{format.dateTime(share.expiresAt)}</Quiet>
          </div>
        ),
      },
      { header: 'Views', isNumber: true, render: (share) => viewsText(share, format) },
      {
        header: 'Last view',
        render: ({ lastViewedAt: at }) =>
          at === null ? (
            'Never'
          ) : (
            <div>
              {format.relative(at, now)} <Quiet>{format.dateTime(at)}</Quiet>
            </div>
          ),
      },
      {
        header: 'Actions',
        isBare: true,
        className: styles.actions,
        render: (share) => <LinkActions share={share} now={now} open={open} />,
      },
    ],
    [namesTenants, namesMakers, now, open, styles, format],
  )
}

function Quiet({ children }: { children: ReactNode }) {
  return (
    <Text as="div" variant="caption" muted tabular>
      {children}
    </Text>
  )
}

/** Shows whether names are masked and a passphrase is required. */
function Marks({ share: { masksNames, hasPassphrase } }: { share: ReportShare }) {
  if (!masksNames && !hasPassphrase) return null
  return (
    <Stack as="ul" row wrap gap={12} lineGap={0}>
      {masksNames && <Mark icon={<EyeOff16Regular aria-hidden />}>Names masked</Mark>}
      {hasPassphrase && <Mark icon={<LockClosed16Regular aria-hidden />}>Passphrase</Mark>}
    </Stack>
  )
}

function Mark({ icon, children }: { icon: ReactNode; children: string }) {
  return (
    <Text as="li" variant="caption" muted>
      <Stack as="span" row gap={4} align="center">
        {icon}
        {children}
      </Stack>
    </Text>
  )
}

/** Opens the dialogs of a link. The same object in every render, so that rows do not render again. */
export interface OpenOverLinks {
  showLog: (share: ReportShare) => void
  askToDeactivate: (share: ReportShare) => void
}

/** The buttons of a link; those that are no longer possible are left out. */
function LinkActions({ share, now, open }: { share: ReportShare; now: Date; open: OpenOverLinks }) {
  const styles = useStyles()
  const format = useFormat()
  const which = `link to ${share.tenantName}, created ${format.dateTime(share.createdAt)}`
  return (
    <Stack row wrap gap={4}>
      {canBeOpened(share, now) && (
        <>
          <Button
            as="a"
            size="small"
            className={styles.button}
            aria-label={`Open ${which}`}
            href={share.shareUrl}
            target="_blank"
            rel="noreferrer"
          >
            Open
          </Button>
          <Button
            size="small"
            className={styles.button}
            aria-label={`Copy ${which}`}
            onClick={() => void copyText(share.shareUrl)}
          >
            Copy
          </Button>
        </>
      )}
      <Button
        {...RETURNS_FOCUS}
        id={logButtonId(share.id)}
        size="small"
        className={styles.button}
        aria-label={`View log of ${which}`}
        onClick={() => open.showLog(share)}
      >
        View log
      </Button>
      {canBeDeactivated(share, now) && (
        <Button
          {...RETURNS_FOCUS}
          size="small"
          className={styles.button}
          aria-label={`Deactivate ${which}`}
          onClick={() => open.askToDeactivate(share)}
        >
          Deactivate
        </Button>
      )}
    </Stack>
  )
}

/** Returns the id of the one button that every link has. */
export function logButtonId(shareId: ShareId): string {
  return `view-log-${shareId}`
}
