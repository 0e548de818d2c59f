import { useRestoreFocusTarget } from '@fluentui/react-components'

/**
 * Fluent's care for focus and dialogs (Tabster) ends with the last component that uses it. Were that a
 * page left from an open dialog, nobody would show the next page to screen readers again.
 */
export function LastingFocusCare() {
  useRestoreFocusTarget()
  return null
}
