import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { AuditEntry } from '@tenantscope/contract/audit'

import { useFormat } from '../../../lib/preferences.ts'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { RecordTable } from '../../../ui/record-table.tsx'
import { TenantLink } from '../../../ui/tenant-link.tsx'
import { actionText, detailsText } from './audit-words.ts'

const useStyles = makeStyles({
  time: { fontVariantNumeric: 'tabular-nums' },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  lines: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: 0 },
})

const WIDTHS = { Time: 15, Who: 15, Action: 15, Target: 20, Details: 25, 'IP Address': 10 }
const HEADERS = ['Time', 'Who', 'Action', 'Target', 'Details', 'IP Address'] as const

interface AuditEntriesProps {
  entries: readonly AuditEntry[]
  /** Of the tenants that are still listed. */
  names: ReadonlyMap<string, string>
}

/** Who did what to whom or what, newest first. */
export function AuditEntries({ entries, names }: AuditEntriesProps) {
  const styles = useStyles()
  const { dateTime } = useFormat()
  const rows = entries.map((entry) => {
    const { id, timestamp, changedBy, ipAddress, userAgent } = entry
    const details = detailsText(entry, (tenantId) => names.get(tenantId))
    return {
      id,
      cells: {
        Time: <span className={styles.time}>{dateTime(timestamp)}</span>,
        Who: <ForeignText wrap>{changedBy}</ForeignText>,
        Action: <ForeignText wrap>{actionText(entry)}</ForeignText>,
        Target: hasTarget(entry) ? <Target entry={entry} className={styles.lines} /> : null,
        Details:
          details === null ? null : (
            <ForeignText wrap className={styles.quiet}>
              {details}
            </ForeignText>
          ),
        'IP Address':
          ipAddress === null ? null : <span title={userAgent ?? undefined}>{ipAddress}</span>,
      },
    }
  })
  return (
    <RecordTable
      caption="Audit entries, newest first"
      headers={HEADERS}
      widths={WIDTHS}
      rows={rows}
    />
  )
}

const hasTarget = ({ targetUser, tenantId }: AuditEntry): boolean =>
  targetUser !== null || tenantId !== null

function Target({ entry, className }: { entry: AuditEntry; className: string }) {
  const { targetUser, tenantId, tenantName } = entry
  return (
    <span className={className}>
      {targetUser !== null && <ForeignText wrap>{targetUser}</ForeignText>}
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
