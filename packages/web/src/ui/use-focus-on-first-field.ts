import { useEffect } from 'react'
import type { RefObject } from 'react'

/** The form's first field takes the focus when it appears in place of one that had it. */
export function useFocusOnFirstField(
  form: RefObject<HTMLElement | null>,
  isReplacement: boolean,
): void {
  useEffect(() => {
    if (isReplacement) form.current?.querySelector<HTMLElement>('[name]')?.focus()
  }, [form, isReplacement])
}
