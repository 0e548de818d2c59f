import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { SECURITY_AUDIT } from '@tenantscope/contract/limits'
import { listSecurityAuditReports, runSecurityAudit } from '@tenantscope/contract/security-audit'

import { ApiError } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'

/** What both security screens show. */
const SECURITY = 'security'

/** Audits, newest first: all that are kept, or the first of them and one more to compare with. */
export function auditReportsQuery(isAll: boolean) {
  const limit = isAll ? SECURITY_AUDIT.kept : SECURITY_AUDIT.shown + 1
  return queryOptions({
    queryKey: [SECURITY, 'reports', limit],
    queryFn: ({ signal }) => call(listSecurityAuditReports, { query: { limit } }, { signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Checks the installation now; the new audit becomes the first. */
export function useRunAudit(onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(runSecurityAudit, {}),
    onSuccess: async ({ score, numericScore, criticalIssues }) => {
      await client.invalidateQueries({ queryKey: [SECURITY] })
      const text = `Score: ${score} (${numericScore}%)`
      showToast({
        intent: criticalIssues > 0 ? 'error' : 'success',
        title: 'Security Audit Completed',
        text: criticalIssues > 0 ? `${text}, ${criticalText(criticalIssues)}` : text,
      })
      onDone()
    },
    onError: (error) =>
      showToast({ intent: 'error', title: 'Audit Failed', text: failureText(error) }),
  })
}

export const criticalText = (count: number): string =>
  `${count} critical ${count === 1 ? 'issue' : 'issues'}`

/** The server's sentence, or what the specification says where there is none. */
export function failureText(error: unknown): string {
  return error instanceof ApiError && (error.body !== null || error.status === 0)
    ? error.userMessage
    : 'Unknown error'
}
