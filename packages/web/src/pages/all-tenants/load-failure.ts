import { ApiError, requestIdOf, userMessageOf } from '../../lib/api-error.ts'

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

/** The same while earlier tenants stay on screen: what is wrong is then hardly the configuration. */
export function rereadFailureOf(error: unknown): { title: string; message: string } {
  return { title: 'Failed to load tenant data', message: userMessageOf(error) }
}
