import { userMessageOf } from './api-error.ts'
import { createStore } from './store.ts'

export interface Toast {
  id: number
  intent: 'success' | 'error' | 'warning' | 'info'
  title: string
  text?: string
  /** The action that the toast offers. */
  action?: { label: string; run: () => void }
}

/** The visible toast. One at a time: a new one replaces it (decisions.md, Product). */
export const visibleToast = createStore<Toast | null>(null)

let lastId = 0

/** Shows a toast and replaces the visible one. */
export function showToast(toast: Omit<Toast, 'id'>): void {
  lastId += 1
  visibleToast.set({ ...toast, id: lastId })
}

/** Removes the toast unless another one has replaced it. */
export function hideToast(id: number): void {
  if (visibleToast.get()?.id === id) visibleToast.set(null)
}

/** Returns a handler that shows a failure as a toast with this title. */
export const failureToast =
  (title: string) =>
  (error: unknown): void =>
    showToast({ intent: 'error', title, text: userMessageOf(error) })
