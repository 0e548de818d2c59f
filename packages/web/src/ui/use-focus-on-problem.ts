import { useEffect } from 'react'
import type { RefObject } from 'react'

/**
 * The first field of the form that is wrong, found by its `name`, takes the focus; while its fields are
 * disabled for saving none can.
 */
export function useFocusOnProblem(
  form: RefObject<HTMLElement | null>,
  problems: Readonly<Record<string, string | undefined>>,
  isSaving = false,
): void {
  useEffect(() => {
    const wrong = Object.keys(problems)
    if (wrong.length === 0 || isSaving) return
    const fields = form.current?.querySelectorAll<HTMLElement>('[name]') ?? []
    Array.from(fields)
      .find((field) => wrong.includes(field.getAttribute('name') ?? ''))
      ?.focus()
  }, [form, problems, isSaving])
}
