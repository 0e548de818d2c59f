import { useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'

import { PageHeading } from './page-heading.tsx'
import { ProductFoot } from './product-foot.tsx'

interface PassphraseFormProps {
  /** What is wrong with the one that was entered. */
  problem: string | null
  isOpening: boolean
  isAgain: boolean
  onEnter: (passphrase: string) => Promise<void>
}

/** Asks for what the sender told the reader on another way. */
export function PassphraseForm({ problem, isOpening, isAgain, onEnter }: PassphraseFormProps) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isEmpty, setIsEmpty] = useState(false)
  const shownProblem = isEmpty ? 'Enter the passphrase' : problem

  useEffect(() => {
    if (shownProblem === null) return
    field.current?.focus()
    field.current?.select()
  }, [shownProblem])

  const enter = (event: FormEvent) => {
    event.preventDefault()
    const passphrase = field.current?.value ?? ''
    setIsEmpty(passphrase === '')
    if (passphrase === '') field.current?.focus()
    else void onEnter(passphrase)
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
        <form onSubmit={enter} noValidate>
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
        </form>
      </main>
      <ProductFoot />
    </>
  )
}
