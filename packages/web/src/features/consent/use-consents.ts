import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import { startConsent } from '@tenantscope/contract/consent'
import type { Consent, ConsentMessage } from '@tenantscope/contract/consent'
import type { ConsentId, TenantId } from '@tenantscope/contract/ids'
import { CONSENT } from '@tenantscope/contract/limits'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { call } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'
import { DOUBLE_CLICK_MS } from '../../ui/action-button.tsx'
import { openConsentPopup, useConsentMessages, usePopupWatch } from './consent-popup.ts'
import type { ConsentPopupKind, PopupEnd } from './consent-popup.ts'
import { CONSENT_TOASTS, POPUP_TOASTS, showNotStarted } from './consent-toasts.ts'
import {
  askForConsent,
  consentQuery,
  forgetAttempt,
  isOpen,
  leaveAttempt,
  rememberAttempt,
  rereadAfterConsent,
  useConsentAttempts,
} from './consent.queries.ts'
import type { ConsentAttempt } from './consent.queries.ts'

export type ConsentPhase = 'idle' | 'opening' | 'waiting' | 'verifying'

/** The progress of one tenant's consent. */
interface ConsentStep {
  /** Null: the own directory. */
  tenantId: TenantId | null
  phase: ConsentPhase
  consent: Consent | null
  /** The consent page for a tab, when the browser blocked the popup. */
  link: string | null
}

interface ConsentsOptions {
  popup: ConsentPopupKind
  /** Called when a consent has ended, successful or not, with the tenant that it was requested for. */
  onSettled?: (consent: Consent, tenantId: TenantId | null) => void
}

export type Consents = ReturnType<typeof useConsents>

/** The window of the attempt that was started last. */
interface Opened {
  tenantId: TenantId | null
  popup: Window | null
  /** Null until the server has responded. */
  id: ConsentId | null
  link: string | null
}

/** Requests consents: one window at a time, and any number that Microsoft does not report yet. */
export function useConsents({ popup, onSettled }: ConsentsOptions) {
  const client = useQueryClient()
  const attempts = useConsentAttempts()
  const [opened, setOpened] = useState<Opened | null>(null)
  const answers = useQueries({
    queries: attempts.map(({ id, isLeft }) => ({ ...consentQuery(id), enabled: !isLeft })),
  })
  const consents = answers.map(({ data }) => data)
  const openedAttempt = attempts.find(({ id }) => id === opened?.id)
  const lastStart = useRef<{ tenantId: TenantId | null; at: number }>(null)

  const endWindow = ({ id }: ConsentAttempt, closes: boolean) => {
    if (opened?.id !== id) return
    if (closes) opened.popup?.close()
    setOpened(null)
  }
  const fail = (attempt: ConsentAttempt, message: string | null) => {
    // What has ended can be started again at once: that is no second half of a double click.
    lastStart.current = null
    endWindow(attempt, attempt.popup === 'dashboard')
    const text = message ?? 'Admin consent was denied or failed.'
    showToast({ intent: 'error', title: POPUP_TOASTS[attempt.popup].failed, text })
  }
  const succeed = async (attempt: ConsentAttempt) => {
    endWindow(attempt, true)
    try {
      await rereadAfterConsent(client)
      const title = POPUP_TOASTS[attempt.popup].succeeded
      showToast({ ...CONSENT_TOASTS.succeeded, title })
    } catch {
      showToast(CONSENT_TOASTS.notReread)
    }
  }
  useAfterRender(() => {
    for (const [index, attempt] of attempts.entries()) {
      const consent = consents[index]
      if (!consent || isOpen(consent) || !forgetAttempt(client, attempt.id)) continue
      if (consent.state === 'succeeded') void succeed(attempt)
      else if (consent.state !== 'expired' || !attempt.isLeft) fail(attempt, consent.message)
      onSettled?.(consent, attempt.tenantId)
    }
  })
  /** The window reports a failure that the server may not know. */
  const failAsReported = async (attempt: ConsentAttempt, message: string | null) => {
    if (!forgetAttempt(client, attempt.id)) return
    fail(attempt, message)
    const consent = await askForConsent(client, attempt.id)
    if (consent && !isOpen(consent)) onSettled?.(consent, attempt.tenantId)
  }

  const mutation = useMutation({
    mutationFn: ({ tenantId }: Opened) =>
      call(startConsent, { body: { kind: 'interactive', ...(tenantId && { tenantId }) } }),
    onSuccess: ({ id, url }, opening) => {
      rememberAttempt(client, { id, tenantId: opening.tenantId, popup, isLeft: false })
      setOpened({ ...opening, id, link: opening.popup ? null : url })
      if (opening.popup) opening.popup.location.href = url
      const run = () => void window.open(url, '_blank', 'noopener')
      showToast(
        opening.popup
          ? CONSENT_TOASTS.started
          : { ...CONSENT_TOASTS.blocked, action: { label: 'Open in a tab', run } },
      )
    },
    onError: (error, opening) => {
      opening.popup?.close()
      setOpened(null)
      showNotStarted(popup, error)
    },
  })

  useConsentMessages((message, source) => {
    const attempt = attempts.find(({ id }) => id === idIn(message, source, opened))
    if (!attempt) return
    if (message.type === 'ADMIN_CONSENT_FAILED') void failAsReported(attempt, message.message)
    else if (attempt.tenantId === null || attempt.tenantId === message.tenantId)
      void askForConsent(client, attempt.id)
  })
  const onPopupEnd = async (end: PopupEnd) => {
    if (!openedAttempt) return
    if (end !== 'error') setOpened(null)
    if (end === 'timeout') {
      leaveAttempt(client, openedAttempt.id)
      showToast(CONSENT_TOASTS.timedOut)
      return
    }
    const consent = await askForConsent(client, openedAttempt.id)
    if (end === 'error') {
      void failAsReported(openedAttempt, consent?.message ?? null)
      return
    }
    if (consent === null || consent.state === 'waiting') leaveAttempt(client, openedAttempt.id)
    // The specification reloads the page here; reading the data again is enough.
    if (popup === 'dashboard')
      setTimeout(() => {
        rereadAfterConsent(client).catch(() => {
          // The page shows what could not be read.
        })
      }, CONSENT.reloadAfterClosedMs)
  }
  usePopupWatch(openedAttempt && opened ? opened.popup : null, (end) => void onPopupEnd(end))

  return {
    /** Opens a window: only within a click. */
    start: (tenantId: TenantId | null) => {
      const now = performance.now()
      const { current: last } = lastStart
      if (last?.tenantId === tenantId && now - last.at < DOUBLE_CLICK_MS) return
      lastStart.current = { tenantId, at: now }
      // The window is reused, so its previous attempt is abandoned.
      if (openedAttempt) leaveAttempt(client, openedAttempt.id)
      const opening = { tenantId, popup: openConsentPopup(popup), id: null, link: null }
      setOpened(opening)
      mutation.mutate(opening)
    },
    /** The consents in progress. */
    steps: stepsOf(attempts, consents, opened),
  }
}

function useAfterRender(action: () => void): void {
  const act = useEffectEvent(action)
  useEffect(() => act())
}

/** Returns the consent that a message reports. A refused state names none: then it is that of its window. */
function idIn(
  { consentId }: ConsentMessage,
  source: MessageEventSource | null,
  opened: Opened | null,
): ConsentId | null {
  if (consentId !== null) return consentId
  return opened?.popup && source === opened.popup ? opened.id : null
}

function stepsOf(
  attempts: readonly ConsentAttempt[],
  consents: readonly (Consent | undefined)[],
  opened: Opened | null,
): readonly ConsentStep[] {
  const steps = attempts.flatMap<ConsentStep>(({ id, tenantId, isLeft }, index) => {
    const consent = consents[index] ?? null
    const link = opened?.id === id ? opened.link : null
    if (consent?.state === 'propagating') return [{ tenantId, phase: 'verifying', consent, link }]
    return isLeft ? [] : [{ tenantId, phase: 'waiting', consent, link }]
  })
  if (opened?.id !== null) return steps
  return [...steps, { tenantId: opened.tenantId, phase: 'opening', consent: null, link: null }]
}

/** One tenant's consent, shown by `ConsentProgress`. */
export interface ConsentFlow extends Pick<ConsentStep, 'phase' | 'consent' | 'link'> {
  /** Opens Microsoft's consent page in a window: only within a click. */
  start: () => void
}

interface ConsentOptions {
  /** Null: the own directory. */
  tenantId: TenantId | null
  popup: ConsentPopupKind
  /** Called when the consent has ended, successful or not. */
  onSettled: (consent: Consent) => void
}

/** Requests one tenant's consent and follows it to its end. */
export function useConsent({ tenantId, popup, onSettled }: ConsentOptions): ConsentFlow {
  const { start, steps } = useConsents({
    popup,
    onSettled: (consent, requestedFor) => {
      if (requestedFor === tenantId) onSettled(consent)
    },
  })
  const step = steps.findLast((each) => each.tenantId === tenantId)
  const { phase, consent, link } = step ?? { phase: 'idle', consent: null, link: null }
  return { start: () => start(tenantId), phase, consent, link }
}
