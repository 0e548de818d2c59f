import { ConsentMessage } from '@tenantscope/contract/consent'
import { CONSENT } from '@tenantscope/contract/limits'
import { useEffect, useEffectEvent } from 'react'

import { openPopup, watchPopup } from '../../lib/popup.ts'
import { openTabChannel } from '../../lib/tab-channel.ts'

/** All Tenants opens a higher window than the other pages, and closes it itself (specification section 4). */
export type ConsentPopupKind = 'dashboard' | 'page'

/** Channel of the callback page when it has lost the window that opened it. */
const CONSENT_CHANNEL = 'tenantscope-consent'

const SIZES = {
  dashboard: CONSENT.dashboardPopup,
  page: CONSENT.pagePopup,
} as const satisfies Record<ConsentPopupKind, unknown>

/** Opens an empty window, which gets the address when the server has responded. */
export function openConsentPopup(kind: ConsentPopupKind): Window | null {
  return openPopup('about:blank', 'tenantscope-consent', SIZES[kind])
}

export type PopupEnd = 'closed' | 'error' | 'timeout'

/** Checks the window each second and reports its end once; null: there is none. */
export function usePopupWatch(popup: Window | null, onEnd: (end: PopupEnd) => void): void {
  const check = useEffectEvent((attempt: number): boolean => {
    const end = popup && endOf(popup, attempt)
    if (end) onEnd(end)
    return popup === null || end !== null
  })
  useEffect(() => (popup === null ? undefined : watchPopup((attempt) => check(attempt))), [popup])
}

/** Returns how the window has ended; null while it is open. A response with an error has it in its address. */
function endOf(popup: Window, attempt: number): PopupEnd | null {
  if (popup.closed) return 'closed'
  if (addressOf(popup).includes('error')) return 'error'
  return attempt >= CONSENT.popupAttempts ? 'timeout' : null
}

/** Returns the window's address; empty while it shows another origin, such as Microsoft. */
function addressOf(popup: Window): string {
  try {
    return popup.location.href
  } catch {
    return ''
  }
}

/** Receives messages of the callback page, only from windows of Tenantscope. */
export function useConsentMessages(
  handle: (message: ConsentMessage, source: MessageEventSource | null) => void,
): void {
  const hear = useEffectEvent((data: unknown, source: MessageEventSource | null) => {
    const message = ConsentMessage.safeParse(data)
    if (message.success) handle(message.data, source)
  })
  useEffect(() => {
    const onMessage = ({ origin, data, source }: MessageEvent<unknown>) => {
      if (origin === location.origin) hear(data, source)
    }
    window.addEventListener('message', onMessage)
    const channel = openTabChannel(CONSENT_CHANNEL)
    channel?.listen((data) => hear(data, null))
    return () => {
      window.removeEventListener('message', onMessage)
      channel?.close()
    }
  }, [])
}
