import { Button, makeStyles } from '@fluentui/react-components'
import { Copy16Regular } from '@fluentui/react-icons/svg/copy'
import type { TenantFailureCode } from '@tenantscope/contract/errors'
import type { TenantFailure, TenantListItem } from '@tenantscope/contract/tenants'
import type { ReactNode } from 'react'

import { useFormat } from '../../lib/preferences.ts'
import { copyText } from '../../ui/copy-text.ts'
import { Notice } from '../../ui/notice.tsx'

const useStyles = makeStyles({ line: { margin: '4px 0 0' } })

interface FailureNoticeProps {
  tenant: TenantListItem
  /** The button of the next step. */
  action?: ReactNode
  /** What else is to be said, after the failure's message. */
  children?: ReactNode
}

/** Why the last attempt to read a tenant failed, what to do next, and the diagnostics for support. */
export function FailureNotice({ tenant, action, children }: FailureNoticeProps) {
  const styles = useStyles()
  const format = useFormat()
  const { failure, dataAsOf } = tenant
  if (failure === null) return null
  return (
    <Notice
      intent="warning"
      title={failureTitle(tenant, failure)}
      actions={
        <>
          {action}
          <Button
            size="small"
            icon={<Copy16Regular />}
            onClick={() => void copyText(diagnosticsOf(tenant, failure))}
          >
            Copy diagnostics
          </Button>
        </>
      }
    >
      <p className={styles.line}>
        {failure.advice?.step ?? failure.message} {children}
      </p>
      <p className={styles.line}>
        Last attempt {format.dateTime(failure.at)}.
        {dataAsOf !== null && ` The data shown was read ${format.dateTime(dataAsOf)}.`}
      </p>
    </Notice>
  )
}

/** Returns the diagnostics of a failure as plain text for the clipboard, without secrets. */
function diagnosticsOf({ id, displayName }: TenantListItem, failure: TenantFailure): string {
  const lines: readonly (readonly [string, string | null])[] = [
    ['Tenant', displayName],
    ['Tenant ID', id],
    ['Code', failure.code],
    ['Message', failure.message],
    ['Microsoft code', failure.microsoftCode],
    ['Request ID', failure.requestId],
    ['Correlation ID', failure.correlationId],
    ['Time', failure.at],
  ]
  return lines.map(([label, value]) => `${label}: ${value ?? 'not given'}`).join('\n')
}

/** A consent can be withdrawn only where it existed. */
function failureTitle({ consent }: TenantListItem, failure: TenantFailure): string {
  const { code, advice, microsoftCode } = failure
  if (code === 'CONSENT_REQUIRED' && consent.state === 'lost') return 'Consent was withdrawn'
  if (advice !== null) return advice.cause.replace(/\.$/u, '')
  // A code that is not in the table of codes; the message has Microsoft's words.
  if (code === 'INTERNAL' && microsoftCode?.startsWith('AADSTS') === true)
    return 'Microsoft refused the request'
  return FAILURE_REASONS[code]
}

/** Why a tenant could not be read, in a few words; the server's message contains the next step. */
const FAILURE_REASONS = {
  CONSENT_REQUIRED: 'Consent is missing',
  INVALID_CLIENT_SECRET: 'The client secret is not accepted',
  APP_NOT_FOUND: 'The application was not found in this tenant',
  APP_DISABLED: 'The application is disabled in this tenant',
  PERMISSION_MISSING: 'A permission is missing',
  NOT_LICENSED: 'The tenant has no license for this',
  THROTTLED: 'Microsoft is limiting requests',
  UNAVAILABLE: 'Microsoft could not be reached',
  MALFORMED_ANSWER: 'Microsoft sent a response that could not be read',
  INTERNAL: 'Something went wrong in Tenantscope',
} as const satisfies Record<TenantFailureCode, string>
