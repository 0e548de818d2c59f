import { useEffect, useId, useRef, useState } from 'react'

import { useStore } from '../../lib/store.ts'
import { GuardedForm } from '../../ui/form/guarded-form.tsx'
import { OpenedReportView } from './opened-report.tsx'
import { PageHeading } from './page-heading.tsx'
import { ProductFoot } from './page-heading.tsx'
import type { Refusal } from './refusal.ts'
import type { Visit } from './visit.ts'

/** What a customer sees behind a share link (specification section 2, Shared report page). */
export function SharedReportPage({ visit }: { visit: Visit }) {
  const view = useStore(visit.view)
  if (view.kind === 'loading')
    return (
      <main className="notice">
        <output className="loading">
          <span className="spinner" aria-hidden />
          Loading shared report…
        </output>
      </main>
    )
  if (view.kind === 'refused') return <RefusedNotice refusal={view.refusal} onRetry={visit.open} />
  if (view.kind === 'locked') return <PassphraseForm {...view} onEnter={visit.unlock} />
  return <OpenedReportView opened={view} visit={visit} />
}

/** Why there is nothing to see. */
function RefusedNotice({ refusal, onRetry }: { refusal: Refusal; onRetry: () => Promise<void> }) {
  return (
    <>
      <main className="notice">
        <PageHeading>{refusal.title}</PageHeading>
        <p>{refusal.message}</p>
        {refusal.canRetry ? (
          <button type="button" className="button primary" onClick={() => void onRetry()}>
            Try again
          </button>
        ) : (
          <p className="quiet">Ask the person who sent you the link for a new one.</p>
        )}
      </main>
      <ProductFoot />
    </>
  )
}

interface PassphraseFormProps {
  /** What is wrong with the one that was entered. */
  problem: string | null
  isOpening: boolean
  isAgain: boolean
  onEnter: (passphrase: string) => Promise<void>
}

/** Asks for the passphrase that the sender gave the reader separately. */
function PassphraseForm({ problem, isOpening, isAgain, onEnter }: PassphraseFormProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isEmpty, setIsEmpty] = useState(false)
  const shownProblem = isEmpty ? 'Enter the passphrase' : problem

  useEffect(() => {
    if (shownProblem === null) return
    field.current?.focus()
    field.current?.select()
  }, [shownProblem])

  const enter = async () => {
    const passphrase = field.current?.value ?? ''
    setIsEmpty(passphrase === '')
    if (passphrase === '') field.current?.focus()
    else await onEnter(passphrase)
  }

  return (
    <>
      <main className="notice">
        <PageHeading>{isAgain ? 'Enter the passphrase again' : 'Passphrase required'}</PageHeading>
        <p>
          {isAgain
            ? 'Some time has passed since the report was opened. Nothing was downloaded.'
            : 'This report is protected. You get its passphrase from the person who sent you the link.'}
        </p>
        <GuardedForm onSubmit={enter}>
          <label htmlFor={id}>Passphrase</label>
          <input
            ref={field}
            id={id}
            type="password"
            autoComplete="off"
            maxLength={1_000}
            required
            readOnly={isOpening}
            aria-invalid={shownProblem !== null}
            aria-describedby={shownProblem === null ? undefined : `${id}-problem`}
          />
          <p id={`${id}-problem`} role="alert" className="problem">
            {shownProblem}
          </p>
          <button type="submit" className="button primary" aria-disabled={isOpening}>
            {isOpening ? 'Opening…' : 'Open report'}
          </button>
        </GuardedForm>
      </main>
      <ProductFoot />
    </>
  )
}
