import { ApiError, requestIdOf } from '../../lib/api-error.ts'

/** What to say when the tenants could not be loaded (specification section 8). */
export function loadFailureOf(error: unknown): {
  title: string
  message: string
  requestId: string | null
} {
  const said = error instanceof ApiError ? error.body?.message : undefined
  return {
    title: 'Failed to load tenant data',
    message: said ?? 'Unable to connect to Microsoft Graph API. Please check your configuration.',
    requestId: requestIdOf(error),
  }
}
