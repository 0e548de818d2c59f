import { ConsentMessage } from '@tenantscope/contract/consent'
import { CONSENT } from '@tenantscope/contract/limits'
import { useEffect, useEffectEvent } from 'react'

import { openPopup, watchPopup } from '../../lib/popup.ts'
import { openTabChannel } from '../../lib/tab-channel.ts'

/** All Tenants opens a higher window than the other pages, and closes it itself (specification section 4). */
export type ConsentPopupKind = 'dashboard' | 'page'

/** On which the callback page speaks where it has lost the window that opened it. */
const CONSENT_CHANNEL = 'tenantscope-consent'

const SIZES = {
  dashboard: CONSENT.dashboardPopup,
  page: CONSENT.pagePopup,
} as const satisfies Record<ConsentPopupKind, unknown>

/** Opens the empty window, to be led to Microsoft when the server has answered. */
export function openConsentPopup(kind: ConsentPopupKind): Window | null {
  return openPopup('about:blank', 'tenantscope-consent', SIZES[kind])
}

interface PopupEnd {
  onClosed: () => void
  /** It came back to Tenantscope with an error in its address. */
  onError: () => void
  onTimeout: () => void
}

/** Looks at the window each second until it is over; null: there is none to look at. */
export function usePopupWatch(popup: Window | null, end: PopupEnd): void {
  const look = useEffectEvent((attempt: number): boolean => {
    if (popup === null) return true
    const report = endOf(popup, attempt)
    if (report !== null) end[report]()
    return report !== null
  })
  useEffect(() => (popup === null ? undefined : watchPopup((attempt) => look(attempt))), [popup])
}

function endOf(popup: Window, attempt: number): keyof PopupEnd | null {
  if (popup.closed) return 'onClosed'
  if (addressOf(popup).includes('error')) return 'onError'
  return attempt >= CONSENT.popupAttempts ? 'onTimeout' : null
}

/** Empty while it shows a page of Microsoft: the browser tells its address only to its own origin. */
function addressOf(popup: Window): string {
  try {
    return popup.location.href
  } catch {
    return ''
  }
}

/** Hears what the callback page says, from any window of Tenantscope and from nobody else. */
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
