import { useRef } from 'react'
import type { ReactNode, Ref } from 'react'

interface GuardedFormProps {
  ref?: Ref<HTMLFormElement>
  id?: string | undefined
  className?: string
  'aria-label'?: string | undefined
  /** Sends the form; a promise ends when it was sent. */
  onSubmit: () => void | Promise<void>
  children: ReactNode
}

/** The application's only form element, which lint enforces: a submit is ignored while one is under way. */
export function GuardedForm({ onSubmit, ...form }: GuardedFormProps) {
  const isSending = useRef(false)
  const send = () => {
    if (isSending.current) return
    const sending = onSubmit()
    if (!(sending instanceof Promise)) return
    isSending.current = true
    void sending.finally(() => {
      isSending.current = false
    })
  }
  return (
    <form
      {...form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // A dialog over this form may be its child in React, though not in the page.
        event.stopPropagation()
        send()
      }}
    />
  )
}
