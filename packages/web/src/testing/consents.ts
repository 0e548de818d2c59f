import type { Consent, ConsentMessage } from '@tenantscope/contract/consent'
import { ConsentId } from '@tenantscope/contract/ids'
import { act } from '@testing-library/react'
import { onTestFinished, vi } from 'vitest'

export const CONSENT_ID = ConsentId.parse('20000000-0000-4000-8000-000000000001')
export const CONSENT_URL = 'https://login.microsoftonline.com/organizations/v2.0/adminconsent'

/** A pending consent in a popup, unless the test overrides it. */
export function makeConsent(changes: Partial<Consent> = {}): Consent {
  return {
    id: CONSENT_ID,
    kind: 'interactive',
    state: 'waiting',
    tenantId: null,
    displayName: null,
    problem: null,
    message: null,
    createdBy: 'Megan Bowen',
    createdAt: '2026-11-20T10:00:00.000Z',
    expiresAt: '2026-11-20T10:15:00.000Z',
    answeredAt: null,
    ...changes,
  }
}

/** The part of a window that the page uses. */
interface FakePopup {
  closed: boolean
  location: { href: string }
  close: () => void
}

/** Replaces `window.open` until the test ends; with `isBlocked` no window opens. */
export function catchPopups({ isBlocked = false } = {}) {
  const popups: (FakePopup & { features: string | undefined })[] = []
  const tabs: string[] = []
  const open = vi.spyOn(window, 'open').mockImplementation((address, name, features) => {
    if (name === '_blank') {
      tabs.push(String(address))
      return null
    }
    if (isBlocked) return null
    const popup = {
      closed: false,
      location: { href: String(address) },
      close: () => {
        popup.closed = true
      },
      features,
    }
    popups.push(popup)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the page uses nothing else of a window
    return popup as unknown as Window
  })
  onTestFinished(() => open.mockRestore())
  return { popups, tabs }
}

/** A message of the callback page, of success unless the test overrides it. */
export function messageOf(message: Partial<ConsentMessage>): ConsentMessage {
  return {
    type: 'ADMIN_CONSENT_SUCCESS',
    tenantId: null,
    consentId: CONSENT_ID,
    problem: null,
    message: null,
    ...message,
  }
}

/** Sends a message from the callback page to the window that opened it. */
export function tellOpener(
  message: Partial<Record<keyof ConsentMessage, unknown>>,
  {
    origin = location.origin,
    source = null,
  }: { origin?: string | undefined; source?: unknown } = {},
): void {
  const data = { ...messageOf({}), ...message }
  const event = new MessageEvent('message', { data, origin })
  Object.defineProperty(event, 'source', { value: source })
  act(() => void window.dispatchEvent(event))
}
