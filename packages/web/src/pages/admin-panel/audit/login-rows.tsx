import { makeStyles, tokens } from '@fluentui/react-components'
import type { LoginLog } from '@tenantscope/contract/audit'
import { AUDIT } from '@tenantscope/contract/limits'

import { useFormat } from '../../../lib/preferences.ts'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { RecordTable } from '../../../ui/record-table.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'

const useStyles = makeStyles({
  time: { fontVariantNumeric: 'tabular-nums' },
  code: { fontFamily: tokens.fontFamilyMonospace },
})

const HEADERS = [
  'Timestamp',
  'Email',
  'Method',
  'Status',
  'IP Address',
  'User Agent',
  'Session ID',
  'Error',
] as const

const WIDTHS = {
  Timestamp: 15,
  Email: 17,
  Method: 9,
  Status: 10,
  'IP Address': 10,
  'User Agent': 15,
  'Session ID': 9,
  Error: 15,
}

/** Sign-ins and refusals, newest first. */
export function LoginRows({ logs }: { logs: readonly LoginLog[] }) {
  const styles = useStyles()
  const { dateTime } = useFormat()
  const rows = logs.map((log) => {
    const { id, timestamp, email, method, success, ipAddress, userAgent, sessionId } = log
    const { errorMessage } = log
    return {
      id,
      cells: {
        Timestamp: <span className={styles.time}>{dateTime(timestamp)}</span>,
        Email: <ForeignText wrap>{email}</ForeignText>,
        Method: METHODS.get(method) ?? method,
        Status: (
          <StatusLabel tone={success ? 'good' : 'bad'}>
            {success ? 'Success' : 'Failed'}
          </StatusLabel>
        ),
        'IP Address': ipAddress,
        'User Agent': userAgent === null ? null : <bdi title={userAgent}>{cut(userAgent)}</bdi>,
        'Session ID':
          sessionId === null ? null : (
            <span className={styles.code}>{sessionId.slice(0, AUDIT.sessionIdShown)}</span>
          ),
        Error: errorMessage === null ? null : <ForeignText wrap>{errorMessage}</ForeignText>,
      },
    }
  })
  return (
    <RecordTable
      caption="Login activity, newest first"
      headers={HEADERS}
      widths={WIDTHS}
      rows={rows}
    />
  )
}

const METHODS = new Map([
  ['local', 'Local'],
  ['microsoft', 'Microsoft'],
])

const cut = (userAgent: string): string =>
  userAgent.length > AUDIT.userAgentShown
    ? `${userAgent.slice(0, AUDIT.userAgentShown)}…`
    : userAgent
