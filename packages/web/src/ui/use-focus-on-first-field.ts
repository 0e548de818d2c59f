import { useEffect } from 'react'

/** Focuses the form's first field when the form replaces a focused one. */
export function useFocusOnFirstField(formId: string, isReplacement: boolean): void {
  useEffect(() => {
    if (isReplacement)
      document.getElementById(formId)?.querySelector<HTMLElement>('[name]')?.focus()
  }, [formId, isReplacement])
}
