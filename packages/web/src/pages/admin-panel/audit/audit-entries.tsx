import { makeStyles } from '@fluentui/react-components'
import type { AuditEntry } from '@tenantscope/contract/audit'

import { useFormat } from '../../../lib/preferences.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { TenantLink } from '../../../ui/tenant-link.tsx'
import { Text } from '../../../ui/text.tsx'
import { actionText, detailsText } from './audit-words.ts'

const useStyles = makeStyles({
  address: { overflowWrap: 'anywhere' },
  lines: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: 0 },
})

interface AuditEntriesProps {
  entries: readonly AuditEntry[]
  /** Of the tenants that are still listed. */
  names: ReadonlyMap<string, string>
}

/** Lists the entries of the audit, newest first. */
export function AuditEntries({ entries, names }: AuditEntriesProps) {
  const styles = useStyles()
  const { dateTime } = useFormat()
  const columns: readonly TableColumn<AuditEntry>[] = [
    {
      header: 'Time',
      width: 17,
      render: ({ timestamp }) => <Text tabular>{dateTime(timestamp)}</Text>,
    },
    {
      header: 'Who',
      width: 20,
      render: ({ changedBy }) => <Address text={changedBy} />,
    },
    {
      header: 'Action',
      width: 13,
      render: (entry) => <ForeignText wrap>{actionText(entry)}</ForeignText>,
    },
    {
      header: 'Target',
      width: 19,
      render: (entry) =>
        hasTarget(entry) ? <Target entry={entry} className={styles.lines} /> : null,
    },
    {
      header: 'Details',
      width: 22,
      render: (entry) => {
        const details = detailsText(entry, {
          tenantName: (tenantId) => names.get(tenantId),
          dateTime,
        })
        if (details === null) return null
        return (
          <ForeignText wrap variant="caption" muted>
            {details}
          </ForeignText>
        )
      },
    },
    {
      header: 'IP Address',
      width: 9,
      render: ({ ipAddress, userAgent }) =>
        ipAddress === null ? null : <span title={userAgent ?? undefined}>{ipAddress}</span>,
    },
  ]
  return (
    <DataTable
      caption="Audit entries, newest first"
      columns={columns}
      rows={entries}
      rowId={({ id }) => id}
    />
  )
}

/** A name or an address, which breaks after its @ before it breaks anywhere. */
function Address({ text }: { text: string }) {
  const className = useStyles().address
  const at = text.lastIndexOf('@') + 1
  return (
    <bdi className={className}>
      {text.slice(0, at)}
      {at > 0 && <wbr />}
      {text.slice(at)}
    </bdi>
  )
}

const hasTarget = ({ targetUser, tenantId }: AuditEntry): boolean =>
  targetUser !== null || tenantId !== null

function Target({ entry, className }: { entry: AuditEntry; className: string }) {
  const { targetUser, tenantId, tenantName } = entry
  return (
    <span className={className}>
      {targetUser !== null && <Address text={targetUser} />}
      {tenantId !== null &&
        // Of a tenant whose data were erased only the id is left.
        (tenantName === null ? (
          <ForeignText wrap>{tenantId}</ForeignText>
        ) : (
          <TenantLink tenantId={tenantId} wrap>
            {tenantName}
          </TenantLink>
        ))}
    </span>
  )
}
