import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import type { AuditEntry } from '@tenantscope/contract/audit'

import { useFormat } from '../../../lib/preferences.ts'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { TenantLink } from '../../../ui/tenant-link.tsx'
import { AuditTable } from './audit-table.tsx'
import { actionText, detailsText } from './audit-words.ts'

const useStyles = makeStyles({
  time: { fontVariantNumeric: 'tabular-nums' },
  quiet: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
  lines: { display: 'flex', flexDirection: 'column', gap: '2px', minWidth: 0 },
})

const HEADERS = ['Time', 'Who', 'Action', 'Target', 'Details', 'IP Address'] as const

/** Who did what to whom or what, newest first. */
export function AuditEntries({ entries }: { entries: readonly AuditEntry[] }) {
  const styles = useStyles()
  const { dateTime } = useFormat()
  const rows = entries.map((entry) => {
    const { id, timestamp, changedBy, ipAddress, userAgent } = entry
    const details = detailsText(entry)
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
  return <AuditTable caption="Audit entries, newest first" headers={HEADERS} rows={rows} />
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
