import type { Preferences } from '@tenantscope/contract/account'

import { createStore } from './store.ts'

export type ThemeChoice = Preferences['theme']

/** The key that public/early.js reads before the first paint. */
const STORAGE_KEY = 'tenantscope.theme'

/** The theme chosen in this browser; the user's preferences replace it when they arrive. */
export const themeChoice = createStore<ThemeChoice>(readStored())

/** Applies a theme at once and stores it for the next load and the login screen. */
export function chooseTheme(choice: ThemeChoice): void {
  themeChoice.set(choice)
  if (choice === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = choice
  try {
    localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // Without storage the system's theme is used until the preferences arrive.
  }
}

function readStored(): ThemeChoice {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}
