import { useRestoreFocusTarget } from '@fluentui/react-components'

/**
 * Keeps Fluent's focus management (Tabster) loaded. It ends with the last component that uses it;
 * after leaving a page with an open dialog, the next page would stay hidden from screen readers.
 */
export function LastingFocusCare() {
  useRestoreFocusTarget()
  return null
}
