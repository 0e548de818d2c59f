import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { startConsent } from '@tenantscope/contract/consent'
import type { Consent, ConsentMessage } from '@tenantscope/contract/consent'
import type { ConsentId, TenantId } from '@tenantscope/contract/ids'
import { CONSENT } from '@tenantscope/contract/limits'
import { useEffect, useEffectEvent, useState } from 'react'

import { call } from '../../lib/api.ts'
import {
  forgetAttempt,
  leaveAttempt,
  rememberAttempt,
  useConsentAttempts,
} from './consent-attempts.ts'
import type { ConsentAttempt } from './consent-attempts.ts'
import { openConsentPopup, useConsentMessages, usePopupWatch } from './consent-popup.ts'
import type { ConsentPopupKind } from './consent-popup.ts'
import {
  sayBlocked,
  sayFailed,
  sayNotReread,
  sayNotStarted,
  sayStarted,
  saySucceeded,
  sayTimedOut,
} from './consent-toasts.ts'
import { askForConsent, consentQuery, isOpen, rereadAfterConsent } from './consent.queries.ts'

export type ConsentPhase = 'idle' | 'opening' | 'waiting' | 'verifying'

/** How far one tenant's consent has come. */
export interface ConsentStep {
  /** Null: the own directory. */
  tenantId: TenantId | null
  phase: ConsentPhase
  consent: Consent | null
  /** The same page for a tab, where the browser did not allow a popup. */
  link: string | null
}

interface ConsentsOptions {
  popup: ConsentPopupKind
  /** A consent has ended, well or not; what the server says of it, and for which tenant it was asked. */
  onSettled?: (consent: Consent, tenantId: TenantId | null) => void
}

export interface Consents {
  /** Opens a window: only within a click. */
  start: (tenantId: TenantId | null) => void
  /** Those under way. */
  steps: readonly ConsentStep[]
}

/** The window of the attempt that was started last. */
interface Opened {
  tenantId: TenantId | null
  popup: Window | null
  /** Null until the server has answered. */
  id: ConsentId | null
  link: string | null
}

/** Gets tenants' consents: one window at a time, any number that Microsoft has yet to show. */
export function useConsents({ popup, onSettled }: ConsentsOptions): Consents {
  const client = useQueryClient()
  const attempts = useConsentAttempts()
  const [opened, setOpened] = useState<Opened | null>(null)
  const answers = useQueries({
    queries: attempts.map(({ id, isLeft }) => ({ ...consentQuery(id), enabled: !isLeft })),
  })
  const openedAttempt = attempts.find(({ id }) => id === opened?.id)

  const endWindow = ({ id }: ConsentAttempt, closes: boolean) => {
    if (opened?.id !== id) return
    if (closes) opened.popup?.close()
    setOpened(null)
  }
  const fail = (attempt: ConsentAttempt, message: string | null) => {
    endWindow(attempt, attempt.popup === 'dashboard')
    sayFailed(attempt.popup, message)
  }
  const succeed = async (attempt: ConsentAttempt) => {
    endWindow(attempt, true)
    try {
      await rereadAfterConsent(client)
      saySucceeded(attempt.popup)
    } catch {
      sayNotReread()
    }
  }
  const settle = (attempt: ConsentAttempt, consent: Consent) => {
    if (!forgetAttempt(client, attempt.id)) return
    if (consent.state === 'succeeded') void succeed(attempt)
    else if (consent.state !== 'expired' || !attempt.isLeft) fail(attempt, consent.message)
    onSettled?.(consent, attempt.tenantId)
  }
  /** The window tells of a failure that the server may know nothing about. */
  const failAsTold = async (attempt: ConsentAttempt, message: string | null) => {
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
      if (opening.popup) {
        opening.popup.location.href = url
        sayStarted()
      } else sayBlocked(url)
    },
    onError: (error, opening) => {
      opening.popup?.close()
      setOpened(null)
      sayNotStarted(popup, error)
    },
  })

  useConsentMessages((message, source) => {
    const attempt = attempts.find(({ id }) => id === idIn(message, source, opened))
    if (!attempt) return
    if (message.type === 'ADMIN_CONSENT_FAILED') void failAsTold(attempt, message.message)
    else if (attempt.tenantId === null || attempt.tenantId === message.tenantId)
      void askForConsent(client, attempt.id)
  })
  usePopupWatch(openedAttempt && opened ? opened.popup : null, {
    onClosed: () => void onClosed(),
    onError: () => void onError(),
    onTimeout: () => {
      if (!openedAttempt) return
      leaveAttempt(client, openedAttempt.id)
      setOpened(null)
      sayTimedOut()
    },
  })
  const onClosed = async () => {
    if (!openedAttempt) return
    setOpened(null)
    const consent = await askForConsent(client, openedAttempt.id)
    if (consent === null || consent.state === 'waiting') leaveAttempt(client, openedAttempt.id)
    // What is on screen is read again, where the specification reloads the page itself.
    if (popup === 'dashboard')
      setTimeout(() => {
        rereadAfterConsent(client).catch(() => {
          // The page itself says what it could not read again.
        })
      }, CONSENT.reloadAfterClosedMs)
  }
  const onError = async () => {
    if (!openedAttempt) return
    const consent = await askForConsent(client, openedAttempt.id)
    void failAsTold(openedAttempt, consent?.message ?? null)
  }

  useSettled(attempts, answers, settle)
  return {
    start: (tenantId) => {
      // The window is the same one: what stood in it before is given up.
      if (openedAttempt) leaveAttempt(client, openedAttempt.id)
      const opening = { tenantId, popup: openConsentPopup(popup), id: null, link: null }
      setOpened(opening)
      mutation.mutate(opening)
    },
    steps: stepsOf(attempts, answers, opened),
  }
}

/** Whose end the message tells. A refused state names none: then it is the window's that says it. */
function idIn(
  { consentId }: ConsentMessage,
  source: MessageEventSource | null,
  opened: Opened | null,
): ConsentId | null {
  if (consentId !== null) return consentId
  return opened?.popup && source === opened.popup ? opened.id : null
}

type Answers = readonly UseQueryResult<Consent>[]

function useSettled(
  attempts: readonly ConsentAttempt[],
  answers: Answers,
  settle: (attempt: ConsentAttempt, consent: Consent) => void,
): void {
  const onAnswers = useEffectEvent(() => {
    for (const [index, attempt] of attempts.entries()) {
      const consent = answers[index]?.data
      if (consent && !isOpen(consent)) settle(attempt, consent)
    }
  })
  useEffect(() => onAnswers())
}

function stepsOf(
  attempts: readonly ConsentAttempt[],
  answers: Answers,
  opened: Opened | null,
): readonly ConsentStep[] {
  const steps = attempts.flatMap<ConsentStep>(({ id, tenantId, isLeft }, index) => {
    const consent = answers[index]?.data ?? null
    const link = opened?.id === id ? opened.link : null
    if (consent?.state === 'propagating') return [{ tenantId, phase: 'verifying', consent, link }]
    return isLeft ? [] : [{ tenantId, phase: 'waiting', consent, link }]
  })
  if (opened?.id !== null || opened === null) return steps
  return [...steps, { tenantId: opened.tenantId, phase: 'opening', consent: null, link: null }]
}
