import type { ConsentCheck } from '@tenantscope/contract/azure'

interface CheckedApp {
  appId: string | null
  displayName: string | null
}

/** What support needs to look the last check up, as plain text for the clipboard; never a secret. */
export function checkDiagnosticsOf(
  { appId, displayName }: CheckedApp,
  check: ConsentCheck,
): string {
  const { diagnostics } = check
  const lines: readonly (readonly [string, string | number | null | undefined])[] = [
    ['Application', displayName],
    ['Application ID', appId],
    ['Status', check.status],
    ['Code', check.error],
    ['Message', check.message],
    ['Details', check.details],
    ['Microsoft code', diagnostics?.microsoftCode],
    ['HTTP status', diagnostics?.status],
    ['Request ID', diagnostics?.requestId],
    ['Correlation ID', diagnostics?.correlationId],
    ['Call', diagnostics?.path],
    ['Time', diagnostics?.at ?? check.checkedAt],
  ]
  return lines.map(([label, value]) => `${label}: ${value ?? 'not given'}`).join('\n')
}
