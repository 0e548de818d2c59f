import { ApiError } from '../../lib/api-error.ts'
import { showToast } from '../../lib/toasts.ts'
import type { ConsentPopupKind } from './consent-popup.ts'

/** The words of specification section 8, which names them differently from screen to screen. */
const WORDS = {
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

export function sayStarted(): void {
  showToast({
    intent: 'info',
    title: 'Consent Started',
    text: 'Sign in as an administrator of the tenant in the window that has opened.',
  })
}

export function sayBlocked(url: string): void {
  showToast({
    intent: 'warning',
    title: 'Popup Blocked',
    text: 'Please allow popups for this site, or open the consent page in a tab.',
    action: { label: 'Open in a tab', run: () => void window.open(url, '_blank', 'noopener') },
  })
}

export function sayNotStarted(popup: ConsentPopupKind, error: unknown): void {
  const isUnconfigured = error instanceof ApiError && error.status === 409
  showToast(
    isUnconfigured
      ? {
          intent: 'error',
          title: 'Configuration Error',
          text: 'Azure configuration not found. Please configure Azure settings first.',
        }
      : { intent: 'error', title: 'Consent Error', text: WORDS[popup].notStarted },
  )
}

export function sayTimedOut(): void {
  showToast({
    intent: 'warning',
    title: 'Consent Timeout',
    text: 'No answer came within 5 minutes. Start again when the administrator is ready.',
  })
}

/** `message` is what the popup or the server says. */
export function sayFailed(popup: ConsentPopupKind, message: string | null): void {
  showToast({
    intent: 'error',
    title: WORDS[popup].failed,
    text: message ?? 'Admin consent was denied or failed.',
  })
}

export function saySucceeded(popup: ConsentPopupKind): void {
  showToast({
    intent: 'success',
    title: WORDS[popup].succeeded,
    text: 'Consent was granted. The tenant is being read now.',
  })
}

export function sayNotReread(): void {
  showToast({
    intent: 'warning',
    title: 'Refresh Error',
    text: 'Consent was granted, but what is shown could not be refreshed. Please reload the page.',
  })
}
