import { ApiError } from '../../lib/api-error.ts'
import { showToast } from '../../lib/toasts.ts'
import type { ConsentPopupKind } from './consent-popup.ts'

/** Texts of specification section 8, which differ between the screens. */
export const POPUP_TOASTS = {
  dashboard: {
    notStarted: 'Failed to initiate admin consent flow. Check Azure Config.',
    failed: 'Consent Failed',
    succeeded: 'Dashboard Updated',
  },
  page: {
    notStarted: 'Failed to initiate admin consent flow. Please try again.',
    failed: 'Admin Consent Failed',
    succeeded: 'Permission Status Refreshed',
  },
} as const satisfies Record<ConsentPopupKind, unknown>

export const CONSENT_TOASTS = {
  started: {
    intent: 'info',
    title: 'Consent Started',
    text: 'Sign in as an administrator of the tenant in the window that has opened.',
  },
  blocked: {
    intent: 'warning',
    title: 'Popup Blocked',
    text: 'Please allow popups for this site, or open the consent page in a tab.',
  },
  timedOut: {
    intent: 'warning',
    title: 'Consent Timeout',
    text: 'No response within 5 minutes. Start again when the administrator is ready.',
  },
  succeeded: {
    intent: 'success',
    text: 'Consent was granted. The tenant is being read now.',
  },
  notReread: {
    intent: 'warning',
    title: 'Refresh Error',
    text: 'Consent was granted, but this page could not be updated. Please reload the page.',
  },
} as const

/** Shows why a consent could not be started. */
export function showNotStarted(popup: ConsentPopupKind, error: unknown): void {
  const isUnconfigured = error instanceof ApiError && error.status === 409
  showToast({
    intent: 'error',
    title: isUnconfigured ? 'Configuration Error' : 'Consent Error',
    text: isUnconfigured
      ? 'Azure configuration not found. Please configure Azure settings first.'
      : POPUP_TOASTS[popup].notStarted,
  })
}
