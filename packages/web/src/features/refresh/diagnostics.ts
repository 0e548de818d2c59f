import type { TenantFailure } from '@tenantscope/contract/tenants'

interface FailedTenant {
  id: string
  displayName: string
  failure: TenantFailure
}

/** What support needs to look a failure up, as plain text for the clipboard; never a secret. */
export function diagnosticsOf({ id, displayName, failure }: FailedTenant): string {
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
